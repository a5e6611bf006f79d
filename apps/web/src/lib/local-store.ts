export type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** A browser that blocks storage refuses even to name it; the app then works without remembering. */
export function localStore(window: Window): Store {
  try {
    return window.localStorage
  } catch {
    return { getItem: () => null, setItem: () => undefined, removeItem: () => undefined }
  }
}
