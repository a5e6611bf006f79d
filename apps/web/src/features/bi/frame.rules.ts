/** The permissions of a framed dashboard, and the messages of it that are believed. */
const MAY = 'allow-scripts allow-forms allow-popups allow-downloads'

/** Pages of our own origin would reach into ours, so they get an origin of their own. */
export function sandboxOf(url: string, own: string): string {
  return new URL(url).origin === own ? MAY : `${MAY} allow-same-origin`
}

interface Heard {
  readonly data: unknown
  readonly origin: string
}

/** Looker says it as JSON. A frame with an origin of its own says that its origin is null. */
export function hasLoaded({ data, origin }: Heard, { url, own }: { url: string; own: string }): boolean {
  const service = new URL(url).origin
  if (origin !== (service === own ? 'null' : service)) return false
  return typeOf(data) === 'dashboard:loaded'
}

function typeOf(data: unknown): unknown {
  try {
    const read: unknown = typeof data === 'string' ? JSON.parse(data) : data
    return typeof read === 'object' && read !== null && 'type' in read ? read.type : undefined
  } catch {
    return undefined
  }
}
