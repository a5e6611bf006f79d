export type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** A browser that blocks storage throws at the mere access; the app then works without remembering. */
export function localStore(window: Window): Store {
  try {
    return window.localStorage
  } catch {
    return { getItem: () => null, setItem: () => undefined, removeItem: () => undefined }
  }
}
