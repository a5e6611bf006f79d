/**
 * Tells of the conversations whose list items an import changes. `refresh` tells of each conversation of its patients; an import
 * changes thousands of patients, most of them in ways that no item shows.
 */
import { isDeepStrictEqual } from 'node:util'
import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import type { Tx } from '../../db/tx.ts'
import type { Change, ChangeSet } from '../../events/append.ts'
import { makeAllDueNow } from '../outbound/outbound.ts'
import { findOwners } from '../patients/patients.ts'
import { stageConversationEvents } from './conversation-events.ts'
import { askToStop, type ConversationState, describePatient } from './conversations.rules.ts'
import { listItems, saveSearchTexts } from './imported-conversations.store.ts'
import { type OptOutReaction, type OptOutStep, reactToOptOut } from './opt-out-steps.ts'

interface About {
  readonly organizationId: string
  readonly now: Date
  /** The member in whose name numbers are opted out. */
  readonly by: string
  readonly optOutSteps: readonly OptOutStep[]
}

/** The most conversations of a transaction that have an event each. Screens read the others again when the import ends. */
const TOLD_MAX = 200
/** The conversations of one set of changes, so that a set fits into a transaction's events. */
const SET_MAX = 50

/**
 * Runs `change`, which sends the writes and returns the numbers that it opts out. Returns the changes of those locked
 * conversations whose list items differ afterwards. Conversations of numbers that are opted out drop their waiting texts.
 */
export async function stageDifferingItems(
  tx: Tx,
  about: About,
  locked: readonly ConversationState[],
  change: () => Promise<ReadonlySet<string>>,
): Promise<(Change | ChangeSet)[]> {
  if (locked.length === 0) {
    await change()
    return []
  }
  const { organizationId, now } = about
  const ids = locked.map(({ id }) => id)
  const before = await listItems(tx, { organizationId, ids, now })
  const optedOut = await change()
  const patientIds = [...new Set(locked.flatMap(({ patientId }) => patientId ?? []))]
  const [reactions, owners, after] = await Promise.all([
    reactionsOf(tx, about, locked, optedOut),
    patientIds.length === 0 ? new Map() : findOwners(tx, organizationId, patientIds),
    listItems(tx, { organizationId, ids, now }),
  ])
  const described = locked.map((state) => {
    const owner = state.patientId === null ? undefined : owners.get(state.patientId)
    const reaction = reactions.get(state.id)
    const own = reaction?.conversation ?? state
    const isShown = !state.isQuiet && (reaction !== undefined || isOther(before.get(state.id), after.get(state.id)))
    return { before: state, after: owner ? describePatient(own, owner) : own, reaction, isShown }
  })
  const shown = described.filter(({ isShown }) => isShown)
  const others = shown.filter(({ reaction }) => reaction === undefined)
  // A conversation of an opted-out number has changes of its own besides its item.
  const told = [...shown.filter(({ reaction }) => reaction !== undefined), ...others.slice(0, TOLD_MAX)]
  const untold = described.filter((one) => !told.includes(one) && one.after.searchText !== one.before.searchText)
  saveSearchTexts(
    tx,
    organizationId,
    untold.map((one) => one.after),
  )
  return changesOf(tx, about, told)
}

interface Described {
  readonly before: ConversationState
  readonly after: ConversationState
  /** Absent if the number is not opted out. */
  readonly reaction: OptOutReaction | undefined
}

function changesOf(tx: Tx, { by, now }: About, told: readonly Described[]): (Change | ChangeSet)[] {
  const consent = { kind: 'consent', from: 'subscribed', to: 'opted_out' } as const
  const happened = told.map(({ before, after, reaction }) => ({
    ...{ before, after, now, by: reaction === undefined ? null : by },
    also: reaction === undefined ? [] : [consent, ...reaction.own],
  }))
  const sets: ChangeSet[] = []
  for (let start = 0; start < happened.length; start += SET_MAX)
    sets.push(...stageConversationEvents(tx, happened.slice(start, start + SET_MAX)).changes)
  return [...sets, ...told.flatMap(({ reaction }) => reaction?.entries ?? [])]
}

/** Modules react to the conversations of opted-out numbers as when staff opt a number out. */
async function reactionsOf(
  tx: Tx,
  { optOutSteps, now, organizationId }: About,
  locked: readonly ConversationState[],
  optedOut: ReadonlySet<string>,
): Promise<ReadonlyMap<string, OptOutReaction>> {
  const ofNumbers = locked.filter(({ phoneNumber }) => optedOut.has(phoneNumber))
  if (ofNumbers.length === 0) return new Map()
  const affected = ofNumbers.filter(({ isQuiet }) => !isQuiet)
  const [reactions] = await Promise.all([
    Promise.all(
      affected.map(async (state): Promise<OptOutReaction> => {
        if (state.channel !== 'sms') return { conversation: state, own: [], entries: [] }
        return reactToOptOut(tx, { optOutSteps }, { conversation: askToStop(state, false), now })
      }),
    ),
    makeAllDueNow(
      tx,
      organizationId,
      ofNumbers.map(({ id }) => id),
    ),
  ])
  return new Map(affected.map(({ id }, place) => [id, reactions[place] as OptOutReaction]))
}

function isOther(before: Conversation | undefined, after: Conversation | undefined): boolean {
  return !isDeepStrictEqual(before, after)
}
