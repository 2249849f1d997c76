// The same of htm.js. A function among the values is a handler: what it gets depends on the attribute.
type Value = string | number | boolean | bigint | symbol | null | undefined | object | ((event: any) => unknown);
declare const htm: { bind(h: any): (strings: TemplateStringsArray, ...values: Value[]) => any };
export default htm;
