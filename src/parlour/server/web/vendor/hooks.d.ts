// The same of hooks.js.
export function useState<T>(initial: T | (() => T)): [T, (next: T | ((old: T) => T)) => void];
export function useEffect(f: () => void | (() => void), on?: unknown[]): void;
export const useLayoutEffect: typeof useEffect;
export function useRef<T>(initial: T): { current: T };
export function useMemo<T>(f: () => T, on?: unknown[]): T;
export function useCallback<T>(f: T, on?: unknown[]): T;
export function useId(): string;
