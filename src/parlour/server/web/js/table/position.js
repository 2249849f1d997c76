/** The position that is shown, by itself: its code comes from the server, for whoever wants a link to it. */

import { get } from "../lib/api.js";
import { useEffect, useState } from "../lib/ui.js";
import { theFrame } from "./state.js";
import { address, key } from "./time.js";

/** The address of the position that is shown, by itself; "" until the server has said it, or where it would tell a secret. */
export function usePosition() {
  const { ply, past, may } = theFrame();
  const [found, find] = useState({ ply: -1, code: "" });
  useEffect(() => {
    let wanted = may.branch;
    if (wanted)
      get(address(`/at/${ply}`), { token: key() }).then(
        (f) => wanted && find(f),
        () => {}, // then there is no link
      );
    return () => void (wanted = false);
  }, [ply, past, may.branch]);
  return found.ply === ply && found.code ? `/open?position=${encodeURIComponent(found.code)}` : "";
}
