/** Files for the visitor: handed on where the device can, else saved. */

/** @param {Blob} blob @param {string} name */
export function save(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** On a phone a picture is sent to somebody; elsewhere it is saved. @param {Blob} blob @param {string} name */
export async function handOn(blob, name) {
  const files = [new File([blob], name, { type: blob.type })];
  if (!matchMedia("(pointer: coarse)").matches || !navigator.canShare?.({ files })) return save(blob, name);
  try {
    return await navigator.share({ files });
  } catch (problem) {
    if (problem instanceof DOMException && problem.name === "AbortError") return undefined; // thought better of it
    return save(blob, name);
  }
}

/** A drawing as pixels, made by the browser itself. @param {string} drawing  an SVG @param {number} wide */
export async function asPng(drawing, wide) {
  const [, , width, height] = (/viewBox="([^"]+)"/.exec(drawing)?.[1] ?? "0 0 1 1").split(" ").map(Number);
  const high = Math.round((wide * height) / width);
  const sized = drawing.replace("<svg ", `<svg width="${wide}" height="${high}" `); // without it some browsers draw nothing
  const address = URL.createObjectURL(new Blob([sized], { type: "image/svg+xml" }));
  try {
    const image = new Image(wide, high);
    image.src = address;
    await image.decode();
    const canvas = Object.assign(document.createElement("canvas"), { width: wide, height: high });
    canvas.getContext("2d")?.drawImage(image, 0, 0, wide, high);
    const made = await new Promise((/** @type {(blob: Blob | null) => void} */ done) => canvas.toBlob(done, "image/png"));
    if (!made) throw new Error("no PNG");
    return made;
  } finally {
    URL.revokeObjectURL(address);
  }
}
