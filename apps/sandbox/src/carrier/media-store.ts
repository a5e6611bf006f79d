/** The bytes of pictures and other files that go through the carrier; in memory, and the newest only. */
import type { SandboxConfig } from '../config.ts'

export interface Item {
  readonly contentType: string
  readonly bytes: Buffer
}

export interface MediaStore {
  newSid(): string
  put(sid: string, item: Item): void
  get(sid: string): Item | undefined
  /** Fetches what the clinic offers; gives its type, or null where it could not be had. */
  fetch(sid: string, url: string): Promise<string | null>
  clear(): void
}

/** The carrier takes no more with one text. */
export const MEDIA_BYTES_MAX = 5 * 1024 * 1024
const MOST_ITEMS = 200
const ANSWER_MS = 15_000

export function createMediaStore({ config, newId }: { readonly config: SandboxConfig; newId(): string }): MediaStore {
  const items = new Map<string, Item>()
  const put = (sid: string, item: Item) => {
    items.set(sid, item)
    const [oldest] = items.keys()
    if (items.size > MOST_ITEMS && oldest !== undefined) items.delete(oldest)
  }
  return {
    newSid: () => `ME${newId().replaceAll('-', '')}`,
    put,
    get: (sid) => items.get(sid),
    async fetch(sid, url) {
      try {
        const answer = await fetch(reachable(url, config), { signal: AbortSignal.timeout(ANSWER_MS) })
        const bytes = Buffer.from(await answer.arrayBuffer())
        const contentType = answer.headers.get('content-type')
        if (!answer.ok || contentType === null || bytes.length > MEDIA_BYTES_MAX) return null
        put(sid, { contentType, bytes })
        return contentType
      } catch {
        return null
      }
    },
    clear: () => items.clear(),
  }
}

/** The clinic's public address, taken the short way. */
function reachable(url: string, { publicUrl, apiUrl }: SandboxConfig): string {
  return url.startsWith(`${publicUrl}/`) ? apiUrl + url.slice(publicUrl.length) : url
}
