/** The claims that must hold in every state, and the one that must hold in the end. A broken claim is one sentence, else null. */
import { hasGap } from '../../apps/web/src/features/inbox/thread/thread.rules.ts'
import { type Api, conversationOf, headOf, rowsAt } from './api-log.ts'
import type { State } from './state.ts'
import { isLive, type Tab } from './tab.ts'

export function brokenClaim(state: State): string | null {
  const {
    tab: { value: tab },
    api: { value: api },
  } = state
  return (
    inventedRow(tab) ??
    inventedMessage(tab, api) ??
    blindSeen(tab, api) ??
    (isLive(tab) ? (staleScreen(tab, api) ?? unsure(state)) : null)
  )
}

/** A relay with an unconfirmed log has told the tab so, once every message has arrived. */
function unsure({ wire, relays, tab }: State): string | null {
  if (!wire?.isOpen || wire.isHung || wire.up.length + wire.down.length > 0) return null
  const { doing, followed, subscribedTo } = relays[wire.relay]!.value
  if (doing || subscribedTo !== tab.value.org || followed[subscribedTo]?.isSure !== false) return null
  return 'Live, and the relay is not sure of its log.'
}

/** [I6] [I7] Every row was written by the shown organization, in the list's epoch or an earlier one. */
function inventedRow({ org, list }: Tab): string | null {
  const { known, epoch } = list.context
  for (const { version, lastMessage } of known.values()) {
    const [where, written, seq] = (lastMessage ?? '').split(' ')
    if (where !== org) return `The list of ${org} shows a row of ${where}.`
    if (Number(seq) !== version) return `The list shows ${lastMessage} as version ${version}.`
    if (epoch !== null && written! > epoch) return `The list of ${epoch} shows a row of .`
  }
  return null
}

function inventedMessage({ org, thread }: Tab, api: Api): string | null {
  if (!thread || thread.context.epoch === null) return null
  const ids = thread.context.messages.map(({ _id }) => _id)
  if (new Set(ids).size < ids.length) return `The thread shows ${ids.join()}: one of them twice.`
  const { epoch } = thread.context
  const all = new Set(messagesAt(api, org, epoch, Number.MAX_SAFE_INTEGER))
  const strange = ids.find((id) => !all.has(id))
  return strange === undefined ? null : `The thread of ${epoch} shows ${strange}, which is not in its log.`
}

/** The thread has every message up to the version that it reports as seen. */
function blindSeen({ org, thread }: Tab, api: Api): string | null {
  if (!thread || thread.context.epoch === null) return null
  const { epoch, seen, messages } = thread.context
  const lacks = lacking(messagesAt(api, org, epoch, seen), messages)
  return lacks === undefined ? null : `The thread says that it showed all up to ${seen}, and lacks ${lacks}.`
}

/** Within one epoch no version on the screen goes down and no message disappears. */
export function goneBack(before: State, after: State): string | null {
  const [earlier, later] = [before.tab.value, after.tab.value]
  const { epoch, known } = earlier.list.context
  if (earlier.org !== later.org || later.list.context.epoch !== epoch) return null
  for (const [id, { version }] of known) {
    const now = later.list.context.known.get(id)
    if (now && now.version < version) return `The list goes back from version ${version} to ${now.version}.`
  }
  const shown = earlier.thread && later.thread?.context.epoch === earlier.thread.context.epoch
  const gone = shown && later.thread!.context.messages.length < earlier.thread!.context.messages.length
  return gone ? 'A message that the thread showed is gone.' : null
}

/** [I5] [I9] In a live tab each loaded screen has everything of the log up to the tab's position. */
function staleScreen({ org, live, list, thread, counts }: Tab, api: Api): string | null {
  const { position, organizationId } = live.context
  if (!position || organizationId !== org) return 'Live without a position, or in another organization.'
  const { epoch, seq } = position
  if (list.context.epoch !== epoch) return `Live in ${epoch}, and the list is of ${list.context.epoch}.`
  const { conversation } = rowsAt(api, org, epoch, seq)
  const row = list.context.known.get(conversationOf(org))
  if (!row || row.version < conversation.version) {
    return `Live at ${seq} of ${epoch}, where the conversation is ${conversation.lastMessage}; the list shows ${row?.lastMessage}.`
  }
  const since = list.context.known.size === 1 && row.version > seq && !isWritten(api, org, epoch, row.version)
  if (since) return `The list shows version ${row.version}, which ${epoch} does not have.`
  if (counts !== seq) return `Live at ${seq}, and the counts are those of ${counts}.`
  // Before the relay has joined the tab to the topic, the thread knows that it may lack messages, and reads again.
  if (!thread?.matches('ready') || thread.context.joinedAt?.epoch !== epoch || hasGap(thread.context)) return null
  if (thread.context.epoch !== epoch) return `Live in ${epoch}, and the thread is of ${thread.context.epoch}.`
  const lacks = lacking(messagesAt(api, org, epoch, seq), thread.context.messages)
  return lacks === undefined ? null : `Live at ${seq} of ${epoch}, and the thread lacks ${lacks}.`
}

/** At rest the tab is live and at the head of the log, and the screens equal a fresh read. */
export function isAtRest(state: State): boolean {
  const tab = state.tab.value
  const { org, live, list, thread } = tab
  const api = state.api.value
  const { epoch, head } = headOf(api, org)
  const { position } = live.context
  if (!isLive(tab) || position?.epoch !== epoch || position.seq !== head) return false
  if (!list.matches({ ready: 'resting' } as never)) return false
  const { conversation, messages } = rowsAt(api, org, epoch, head)
  const row = list.context.known.get(conversation.id)
  if (row?.lastMessage !== conversation.lastMessage || row.version !== conversation.version) return false
  if (!thread) return true
  const isWhole = thread.matches('ready') && thread.context.messages.length === messages.length
  return isWhole && thread.context.seen >= (messages.at(-1)?.version ?? 0)
}

function messagesAt(api: Api, org: Tab['org'], epoch: string, seq: number): string[] {
  return rowsAt(api, org, epoch, seq).messages.map(({ _id }) => _id)
}

function lacking(ids: readonly string[], messages: readonly { _id: string }[]): string | undefined {
  const held = new Set(messages.map(({ _id }) => _id))
  return ids.find((id) => !held.has(id))
}

function isWritten(api: Api, org: Tab['org'], epoch: string, version: number): boolean {
  return rowsAt(api, org, epoch, version).conversation.version === version
}
