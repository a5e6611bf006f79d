/**
 * The relay's calls to an inbox service without a change feed: the two reads that every client makes, with a service
 * account and without any writes.
 */
import { conversations, messages } from '@foyer/contracts/inbox/calls.ts'
import { ACTIVITY_HEADER, NO_ACTIVITY } from '@foyer/contracts/session/activity.rules.ts'
import { RelayError } from '../../process-log.ts'
import { type Item, itemsOf } from './items.rules.ts'

export interface Page {
  readonly items: readonly Item[]
  readonly tag: string | null
}

/** Null when the requested thing does not exist. */
type Answer = 'unchanged' | null | Page

interface Asking {
  /**
   * The tag of the answer that the relay has; a service that supports it answers `unchanged` instead of sending it
   * again.
   */
  readonly tag?: string | null
  readonly signal: AbortSignal
}

export interface InboxClient {
  /** A page of all conversations of any status, latest activity first. */
  conversations(organizationId: string, page: number, asking: Asking): Promise<Answer>
  messages(organizationId: string, conversationId: string, asking: Asking): Promise<Answer>
}

export interface PlainInbox {
  /** The service's base address, without a trailing slash. */
  readonly url: string
  readonly token: string
  /** The service account's user id, for a service that requires it. */
  readonly userId: string | null
  /** The pause between the end of a round and the next one. */
  readonly everyMs: number
}

/** A service may return fewer; an empty page ends the list. */
const PAGE = 50
const TIMEOUT_MS = 2_000
/** Bounds the body, so that an endless answer does not exhaust memory. */
const BODY_MAX = 8_388_608

export function createInboxClient({ url, token, userId }: Omit<PlainInbox, 'everyMs'>): InboxClient {
  async function get(
    path: string,
    organizationId: string,
    query: Record<string, string>,
    { tag, signal }: Asking,
  ): Promise<Answer> {
    const search = new URLSearchParams({ organizationId, ...query }).toString()
    const answer = await fetch(`${url}${path}?${search}`, {
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/json',
        // The reads are made for clients; they don't count as a user's activity.
        [ACTIVITY_HEADER]: NO_ACTIVITY,
        organizationid: organizationId,
        ...(userId !== null && { userid: userId }),
        ...(tag && { 'if-none-match': tag }),
      },
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    })
    if (answer.status === 200) {
      const items = itemsOf(await readJson(answer, path), organizationId)
      if (!items) throw new RelayError(`The inbox's answer to ${path} is no list of items of the organization.`)
      return { items, tag: answer.headers.get('etag') }
    }
    await answer.body?.cancel()
    if (answer.status === 304 && tag) return 'unchanged'
    if (answer.status === 404) return null
    throw new RelayError(`The inbox service returned ${answer.status} to ${path}.`)
  }

  return {
    conversations: (organizationId, page, asking) =>
      get(
        conversations.path,
        organizationId,
        { status: 'all', filter: 'all', page: `${page}`, limit: `${PAGE}`, ...(userId !== null && { userId }) },
        asking,
      ),
    messages: (organizationId, conversationId, asking) =>
      get(messages.path, organizationId, { conversationId }, asking),
  }
}

async function readJson(answer: Response, path: string): Promise<unknown> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of answer.body ?? []) {
    size += part.byteLength
    if (size > BODY_MAX) throw new RelayError(`The inbox's answer to ${path} is too long.`)
    parts.push(part)
  }
  try {
    return JSON.parse(Buffer.concat(parts).toString('utf8'))
  } catch {
    // The parser's error would quote the answer.
    throw new RelayError(`The inbox's answer to ${path} is not JSON.`)
  }
}
