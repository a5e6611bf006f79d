/** The states of an automation, and how the acts of staff change them. */
import { type Definition, ON_MAX } from '@foyer/contracts/automations/definition.rules.ts'
import { type AutomationState, RESTORE_DAYS, type StoppedReason } from '@foyer/contracts/automations/states.rules.ts'

/** The staff member of a change, and its time. */
export interface Maker {
  readonly userId: string
  readonly name: string
  readonly at: Date
}

export interface StoredAutomation {
  readonly _id: string
  readonly organizationId: string
  readonly name: string
  readonly position: number
  readonly state: AutomationState
  readonly stoppedReason: StoppedReason | null
  /** The newest version; null while it was never published. */
  readonly activeNumber: number | null
  /** The definition of the newest version. */
  readonly active: Definition | null
  readonly draft: Definition | null
  readonly revision: number
  readonly tell: readonly string[]
  readonly changedBy: { readonly id: string; readonly name: string } | null
  readonly changedAt: Date
  readonly removedAt: Date | null
  readonly version: number
}

export interface AskedAutomation {
  readonly name: string
  readonly definition: Definition
  readonly tell?: readonly string[] | undefined
}

function changedBy({ userId, name, at }: Maker) {
  return { changedBy: { id: userId, name }, changedAt: at }
}

export function newAutomation(
  { name, definition, tell }: AskedAutomation,
  by: Maker,
  place: Pick<StoredAutomation, '_id' | 'organizationId' | 'position'>,
): StoredAutomation {
  return {
    ...{ ...place, name, state: 'draft', stoppedReason: null, activeNumber: null, active: null, draft: definition },
    ...{ revision: 1, tell: tell ?? [by.userId], ...changedBy(by), removedAt: null, version: 0 },
  }
}

/** The same object if the save would change nothing. */
export function saved(before: StoredAutomation, asked: AskedAutomation, by: Maker): StoredAutomation {
  const { name, definition, tell = before.tell } = asked
  const isSame =
    before.name === name && isSameJson(before.draft ?? before.active, definition) && isSameJson(before.tell, tell)
  if (isSame) return before
  // A draft that is the version in force has nothing to publish.
  const draft = isSameJson(before.active, definition) ? null : definition
  return { ...before, name, tell, draft, revision: before.revision + 1, ...changedBy(by) }
}

/** A new version is in force. */
export function published(before: StoredAutomation, definition: Definition, by: Maker): StoredAutomation {
  const activeNumber = (before.activeNumber ?? 0) + 1
  return { ...before, state: 'on', stoppedReason: null, activeNumber, active: definition, ...changedBy(by) }
}

/** The same object if it is so already. Its version is known to exist. */
export function switched(before: StoredAutomation, on: boolean, by: Maker): StoredAutomation {
  const state = on ? 'on' : before.state === 'draft' ? 'draft' : 'off'
  if (before.state === state) return before
  return { ...before, state, stoppedReason: null, ...changedBy(by) }
}

export function removed(before: StoredAutomation, by: Maker): StoredAutomation {
  return { ...switched(before, false, by), ...changedBy(by), removedAt: by.at }
}

export function restored(before: StoredAutomation, position: number, by: Maker): StoredAutomation {
  return { ...before, position, removedAt: null, ...changedBy(by) }
}

const DAY_MS = 86_400_000

/** The automations that were removed before this time can no longer be restored. */
export function restorableSince(now: Date): Date {
  return new Date(now.getTime() - RESTORE_DAYS * DAY_MS)
}

export function isListed({ removedAt }: StoredAutomation): boolean {
  return removedAt === null
}

/** The version that answers causes; null if none does. One that stopped by itself is in force: what it starts is held. */
export function inForce({ state, activeNumber, removedAt }: StoredAutomation): number | null {
  return removedAt === null && (state === 'on' || state === 'stopped') ? activeNumber : null
}

/** Whether one more may be on. */
export function mayTurnOn(all: readonly StoredAutomation[], one: StoredAutomation): boolean {
  return inForce(one) !== null || all.filter((other) => inForce(other) !== null).length < ON_MAX
}

/** The automations at other places than the order gives them; null if the ids are not exactly those of the list. */
export function reordered(
  all: readonly StoredAutomation[],
  ids: readonly string[],
): readonly StoredAutomation[] | null {
  const listed = all.filter(isListed)
  const places = new Map(ids.map((id, place) => [id, place]))
  if (ids.length !== listed.length || listed.some(({ _id }) => !places.has(_id))) return null
  return listed.flatMap((one) => {
    const position = places.get(one._id) ?? one.position
    return position === one.position ? [] : [{ ...one, position }]
  })
}

export function endOf(all: readonly StoredAutomation[]): number {
  return Math.max(-1, ...all.filter(isListed).map(({ position }) => position)) + 1
}

/** Postgres returns JSON with its keys in another order. */
export function isSameJson(one: unknown, other: unknown): boolean {
  return JSON.stringify(sortedKeys(one)) === JSON.stringify(sortedKeys(other))
}

function sortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortedKeys)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(entries.map(([key, one]) => [key, sortedKeys(one)]))
}
