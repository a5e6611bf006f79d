import type { KnownEvent } from '../events.ts'
import type { ImportKind } from './kinds.rules.ts'

/** Whether an import of one of these kinds has ended or was stopped. It told of none of its records, so lists of them are read again. */
export function endsImport({ type, data }: KnownEvent, kinds: readonly ImportKind[]): boolean {
  return type === 'import.progress' && kinds.includes(data.kind) && (data.state === 'done' || data.state === 'stopped')
}
