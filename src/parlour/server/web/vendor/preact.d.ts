// What our modules use of preact.js, for editors and `tsc -p jsconfig.json`.
export const h: any;
export const Fragment: any;
export const createRef: any;
export const render: (vnode: any, parent: any) => void;
