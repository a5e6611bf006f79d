/**
 * What the relay asks of an inbox service that has no change feed: the two readings that every screen makes, by a service
 * account of its own, and nothing that changes anything.
 */
import { conversations, messages } from '@foyer/contracts/inbox/calls.ts'
import { ACTIVITY_HEADER, NO_ACTIVITY } from '@foyer/contracts/session/activity.rules.ts'
import { RelayError } from '../../process-log.ts'
import { type Item, itemsOf } from './items.rules.ts'

export interface Page {
  readonly items: readonly Item[]
  readonly tag: string | null
}

/** Null: what is asked for is not there. */
type Answer = 'unchanged' | null | Page

interface Asking {
  /** Of an answer that we have: where the service knows such tags, the same is not sent again. */
  readonly tag?: string | null
  readonly signal: AbortSignal
}

export interface InboxClient {
  /** A page of all conversations, whatever their status, last activity first. */
  conversations(organizationId: string, page: number, asking: Asking): Promise<Answer>
  messages(organizationId: string, conversationId: string, asking: Asking): Promise<Answer>
}

export interface PlainInbox {
  /** Where the service listens, without a slash at its end. */
  readonly url: string
  readonly token: string
  /** Of the service account, for a service that wants to be told. */
  readonly userId: string | null
  /** From the end of one round to the next. */
  readonly everyMs: number
}

/** A service may give fewer; where the list ends is seen by a page without any. */
const PAGE = 50
const TIMEOUT_MS = 2_000
/** An answer without end must not be the end of the relay. */
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
        // It reads for screens; whoever is behind its account is not at one.
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
      if (!items) throw new RelayError(`The inbox's answer to ${path} is none of this organization.`)
      return { items, tag: answer.headers.get('etag') }
    }
    await answer.body?.cancel()
    if (answer.status === 304 && tag) return 'unchanged'
    if (answer.status === 404) return null
    throw new RelayError(`The inbox answered ${answer.status} to ${path}.`)
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
    // What is no JSON would be quoted by the parser's own error.
    throw new RelayError(`The inbox's answer to ${path} is not JSON.`)
  }
}
