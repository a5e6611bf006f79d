import type { FieldValues } from 'react-hook-form'
import { type ChangedPart, ConflictNotice } from './conflict-notice.tsx'
import type { Form } from './use-form.ts'
import { writeValues } from './write-values.ts'

interface OvertakenNoticeProps<Typed extends FieldValues, State> {
  form: Form<Typed>
  /** "this doctor" */
  what: string
  /** The state that filled the form, and the newer one that someone else saved. */
  seen: State
  overtaken: State
  rules: {
    readonly typedOf: (state: State) => Typed
    readonly changedParts: (seen: State, now: State) => readonly ChangedPart[]
    /** The newer state with the fields that were changed here. */
    readonly mineOver: (typed: Typed, seen: State, now: State) => Typed
  }
  /** The form goes on from the newer state. */
  onSettled: () => void
}

/** Someone else saved the record meanwhile: loads theirs, or puts the fields that were changed here over it. */
export function OvertakenNotice<Typed extends FieldValues, State>(props: OvertakenNoticeProps<Typed, State>) {
  const { form, what, seen, overtaken, rules, onSettled } = props
  const loadTheirs = () => {
    onSettled()
    form.reset(rules.typedOf(overtaken))
  }
  return (
    <ConflictNotice
      what={what}
      changed={rules.changedParts(seen, overtaken)}
      onTheirs={loadTheirs}
      onMine={() => {
        const mine = rules.mineOver(form.getValues(), seen, overtaken)
        loadTheirs()
        writeValues(form, mine)
      }}
    />
  )
}
