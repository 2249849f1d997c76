// The same of signals.js.
export interface Signal<T> { value: T; peek(): T }
export function signal<T>(value: T): Signal<T>;
export function computed<T>(f: () => T): Signal<T>;
export function effect(f: () => void | (() => void)): () => void;
export function batch<T>(f: () => T): T;
export function untracked<T>(f: () => T): T;
export const useSignal: typeof signal;
export const useComputed: typeof computed;
