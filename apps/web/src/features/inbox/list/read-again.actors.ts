/**
 * Reads the loaded rows and the open conversation again, when an event says that any of them may show something else, such as
 * the next visit after an import. The rows keep their places. The tab is not live until they are read.
 */
import { waitFor } from 'xstate'
import { linkReader } from '../../../live/links.ts'
import type { LiveActor } from '../../../live/live.machine.ts'
import type { CallDependencies } from '../inbox-calls.actors.ts'
import type { ListActor } from './conversation-list.machine.ts'
import { isSameView } from './list-query.rules.ts'
import { SEGMENT_ROWS } from './list-window.rules.ts'
import { readPage } from './load-page.actors.ts'

interface Parts extends Pick<CallDependencies, 'api' | 'organizationId'> {
  readonly list: ListActor
  readonly live: LiveActor
  readonly newId: () => string
}

/** Returns the function to call after each such event. While rows are being read, further calls cause one more reading. */
export function createReadAgain(parts: Parts): () => void {
  const { list, live, organizationId, newId } = parts
  let isReading = false
  let isDue = false

  async function readAll(): Promise<void> {
    isReading = true
    const reader = `rows ${newId()}`
    const never = { on: () => ({ unsubscribe: () => undefined }) }
    const leave = linkReader({ live, organizationId, reader, onChanges: () => undefined }, never)
    try {
      while (isDue) {
        isDue = false
        await readRows(parts)
      }
    } catch {
      // The list shows whether it can be loaded, and tries again.
      isDue = false
      if (list.getSnapshot().status === 'active') list.send({ type: 'live.resync' })
    } finally {
      isReading = false
      leave()
    }
  }

  return () => {
    isDue = true
    if (!isReading) void readAll()
  }
}

async function readRows(parts: Parts): Promise<void> {
  const { list, api, organizationId } = parts
  // The answer that the list waits for may be older than the event.
  await waitFor(list, (snapshot) => !snapshot.hasTag('busy'))
  const { filters, segments, loadedFrom, order, selectedId } = list.getSnapshot().context
  const isStill = () => {
    const { status, context } = list.getSnapshot()
    return status === 'active' && isSameView(context.filters, filters)
  }
  let left = order.length
  for (let cursor = segments[loadedFrom]?.cursor; cursor !== undefined; ) {
    const page = await readPage(parts, { filters, page: 1, cursor, limit: SEGMENT_ROWS })
    // Another list was loaded meanwhile.
    if (!isStill()) break
    list.send({ type: 'rows.read', page })
    left -= page.items.length
    cursor = left > 0 && page.items.length > 0 ? (page.cursor ?? undefined) : undefined
  }
  if (selectedId === null) return
  const { data, epoch } = await api('conversation', { query: { organizationId, conversationId: selectedId } })
  if (data && list.getSnapshot().status === 'active')
    list.send({ type: 'conversation.read', epoch, conversation: data })
}
