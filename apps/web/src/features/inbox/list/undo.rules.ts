/** The words that report an undo, with what could not be undone. */
import type { ReplyOf } from '@foyer/contracts/call.ts'
import type { Calls } from '@foyer/contracts/calls.ts'
import { givenName } from '../../../lib/staff-names.rules.ts'

type Undone = ReplyOf<Calls['undo']>['data']

interface UndoneWords {
  readonly kind: 'success' | 'error'
  readonly text: string
}

/** "Undone", "Not undone: Dana changed it since", "4 undone, 2 not: Dana and the patient changed them since". */
export function undoneWords({ restored, skipped }: Undone, userId: string): UndoneWords {
  if (skipped.length === 0) {
    return { kind: 'success', text: restored.length > 1 ? `Undone for ${restored.length}` : 'Undone' }
  }
  const names = new Set(
    skipped.map(({ by }) => (by === null ? 'the patient' : by._id === userId ? 'you' : givenName(by.name))),
  )
  const who = joinNames([...names])
  if (restored.length === 0 && skipped.length === 1)
    return { kind: 'error', text: `Not undone: ${who} changed it since` }
  const share =
    restored.length === 0 ? `None of ${skipped.length} undone` : `${restored.length} undone, ${skipped.length} not`
  return { kind: 'error', text: `${share}: ${who} changed ${skipped.length === 1 ? 'it' : 'them'} since` }
}

function joinNames(names: readonly string[]): string {
  const last = names.at(-1) ?? ''
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`
}
