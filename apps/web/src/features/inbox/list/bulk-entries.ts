/** The lists of the bulk bar: each entry is one action on all selected conversations. */
import type { Team } from '@foyer/contracts/teams/teams.ts'
import { AlarmClockOff, Clock, UsersRound } from 'lucide-react'
import { requestChoices } from '../../../parts/request-choices.rules.ts'
import type { Colleague } from '../../../parts/use-colleagues.ts'
import type { MenuEntry } from '../../../ui/menu-panel.tsx'
import type { BulkList } from '../keys.rules.ts'
import { laterTimes } from '../later-times.rules.ts'
import { requestIcon } from '../request-label.tsx'
import type { BulkAction } from './bulk.rules.ts'

type Apply = (action: BulkAction) => void

interface Choosing {
  readonly count: number
  readonly me: Colleague
  readonly colleagues: readonly Colleague[]
  /** Undefined while they are not known. */
  readonly teams: readonly Team[] | undefined
  readonly now: Date
  readonly timezone: string
  /** When the clinic is open; null while it is not known. */
  readonly hours: Parameters<typeof laterTimes>[0]['hours']
  readonly apply: Apply
}

export interface BulkListOf {
  readonly name: Exclude<BulkList, 'more'>
  /** The word in the bar. */
  readonly word: string
  /** The accessible name of its button. It begins with the word. */
  readonly label: string
  readonly heading: string
  readonly entries: readonly MenuEntry[]
}

export function bulkLists({ count, ...choosing }: Choosing): readonly BulkListOf[] {
  const { apply, now, timezone, hours } = choosing
  return [
    {
      ...{ name: 'snooze', word: 'Snooze', label: 'Snooze the selected ones' },
      heading: `Back in the list, or when the patient writes (${count})`,
      entries: [
        ...laterTimes({ now, timezone, hours, visitAt: null }).map(({ label, detail, at }) => ({
          ...{ label, detail, icon: Clock },
          onSelect: () => apply({ type: 'snooze', until: at.toISOString() }),
        })),
        {
          ...{ label: 'Wake now', icon: AlarmClockOff, separated: true },
          onSelect: () => apply({ type: 'snooze', until: null }),
        },
      ],
    },
    {
      ...{ name: 'assign', word: 'Assign', label: 'Assign the selected ones' },
      ...{ heading: `Assign ${count} to`, entries: staffEntries(choosing) },
    },
    {
      ...{ name: 'request', word: 'Request', label: 'Request type of the selected ones' },
      ...{ heading: `Request type of ${count}`, entries: requestEntries(apply) },
    },
    {
      ...{ name: 'team', word: 'Team', label: 'Team of the selected ones' },
      ...{ heading: teamHeading(choosing, count), entries: teamEntries(choosing) },
    },
  ]
}

/** [STATE-25] The statuses to close with, and back. */
export function statusEntries(apply: Apply): MenuEntry[] {
  const to = (status: Extract<BulkAction, { type: 'close' }>['status']) => () => apply({ type: 'close', status })
  return [
    { label: 'Resolved', detail: 'Nothing is left to do', onSelect: to('resolved') },
    { label: 'Pending', detail: 'Waiting on someone else', onSelect: to('pending') },
    { label: 'Acknowledged', detail: 'Seen, needs no answer', onSelect: to('acknowledged') },
    { label: 'Open again', separated: true, onSelect: to('open') },
  ]
}

function staffEntries({ me, colleagues, apply }: Omit<Choosing, 'count'>): MenuEntry[] {
  return [
    { label: 'You', onSelect: () => apply({ type: 'assign', user: me._id }) },
    ...colleagues
      .filter(({ _id }) => _id !== me._id)
      .map(({ _id, name }) => ({ label: name, onSelect: () => apply({ type: 'assign', user: _id }) })),
    { label: 'Unassigned', separated: true, onSelect: () => apply({ type: 'assign', user: null }) },
  ]
}

function teamHeading({ teams }: Pick<Choosing, 'teams'>, count: number): string {
  if (teams === undefined) return 'The teams are not known yet'
  return teams.length === 0 ? 'There are no teams. Admins add them in Settings' : `Team of ${count}`
}

function teamEntries({ teams = [], apply }: Omit<Choosing, 'count'>): MenuEntry[] {
  return [
    ...teams.map(({ _id, name }) => ({
      ...{ label: name, icon: UsersRound },
      onSelect: () => apply({ type: 'team', team: _id }),
    })),
    { label: 'No team', separated: true, onSelect: () => apply({ type: 'team', team: null }) },
  ]
}

const requestEntries = (apply: Apply): MenuEntry[] =>
  requestChoices.map(({ value, label }) => ({
    label,
    ...(value === null ? { separated: true } : { icon: requestIcon(value) }),
    onSelect: () => apply({ type: 'request', requestType: value }),
  }))
