import { useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { ChangedPart } from '../../parts/form/conflict-notice.tsx'
import { type Form, useForm, type Wrong } from '../../parts/form/use-form.ts'
import { writeValues } from '../../parts/form/write-values.ts'
import { notifySuccess } from '../../ui/notify.tsx'
import { SettingsConflict } from './use-versioned-settings.ts'

export interface SettingsRules<Typed, Settings> {
  readonly typedOf: (settings: Settings) => Typed
  readonly check: (typed: Typed) => Wrong
  readonly changedParts: (seen: Settings, now: Settings) => readonly ChangedPart[]
  /** The newer settings with the fields that were changed here. Without it the whole input replaces the newer settings. */
  readonly mineOver?: (typed: Typed, seen: Settings, now: Settings) => Typed
}

interface SettingsFormOptions<Typed, Settings> {
  readonly settings: Settings
  /** Saves the input in place of the settings that filled the form. */
  readonly onSave: (typed: Typed, seen: Settings) => Promise<Settings>
  readonly rules: SettingsRules<Typed, Settings>
  /** "Settings of campaigns saved" */
  readonly saidWhenSaved: string
}

export interface SettingsFormState<Typed extends FieldValues, Settings> {
  readonly form: Form<Typed>
  /** The settings that filled the form. */
  readonly seen: Settings
  /** The state that someone else saved meanwhile; null if nobody did. */
  readonly conflict: {
    readonly changed: readonly ChangedPart[]
    readonly onTheirs: () => void
    readonly onMine: () => void
  } | null
}

/** A form of settings. A save that would replace newer settings keeps the input and says what changed. */
export function useSettingsForm<Typed extends FieldValues, Settings>({
  settings,
  onSave,
  rules: { typedOf, check, changedParts, mineOver },
  saidWhenSaved,
}: SettingsFormOptions<Typed, Settings>): SettingsFormState<Typed, Settings> {
  const [seen, setSeen] = useState(settings)
  const [overtaken, setOvertaken] = useState<Settings | null>(null)
  const goOnFrom = (newer: Settings) => {
    setSeen(newer)
    setOvertaken(null)
  }
  const load = (newer: Settings) => {
    goOnFrom(newer)
    form.reset(typedOf(newer))
  }
  const form: Form<Typed> = useForm<Typed>({
    initial: typedOf(settings) as Parameters<typeof useForm<Typed>>[0]['initial'],
    check,
    send: async (typed) => {
      try {
        load(await onSave(typed, seen))
        notifySuccess(saidWhenSaved)
      } catch (error) {
        if (!(error instanceof SettingsConflict)) throw error
        setOvertaken(error.theirs as Settings)
      }
    },
  })
  const keepMine = (theirs: Settings) => {
    if (mineOver === undefined) return goOnFrom(theirs)
    const mine = mineOver(form.getValues(), seen, theirs)
    load(theirs)
    writeValues(form, mine)
  }
  const conflict = overtaken && {
    changed: changedParts(seen, overtaken),
    onTheirs: () => load(overtaken),
    onMine: () => keepMine(overtaken),
  }
  return { form, seen, conflict }
}
