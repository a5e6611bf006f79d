import type { ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import { ConflictNotice } from '../../parts/form/conflict-notice.tsx'
import { Form, Problem, Submit } from '../../parts/form/form.tsx'
import { UnsavedGuard } from '../../parts/form/unsaved-guard.tsx'
import type { SettingsFormState } from './use-settings-form.ts'

/** The scroll margin keeps a focused field above the foot. */
const LOOK = '[&_input]:scroll-mb-24 [&_textarea]:scroll-mb-24'

interface SettingsFormProps<Typed extends FieldValues, Settings> {
  state: SettingsFormState<Typed, Settings>
  /** The accessible name. */
  label: string
  className?: string
  children: ReactNode
}

export function SettingsForm<Typed extends FieldValues, Settings>(props: SettingsFormProps<Typed, Settings>) {
  const { state, label, className = 'divide-y divide-line', children } = props
  const { form } = state
  return (
    <Form form={form} label={label} className={`${LOOK} ${className}`}>
      <UnsavedGuard unsaved={form.isDirty} />
      {children}
    </Form>
  )
}

/** The button that saves, in sight while the form is scrolled, with what someone else changed meanwhile. */
export function SettingsFoot<Typed extends FieldValues, Settings>({
  state: { form, conflict },
}: Pick<SettingsFormProps<Typed, Settings>, 'state'>) {
  return (
    <div className="sticky bottom-0 z-1 -mt-px space-y-3 border-t border-line bg-surface px-4 py-3 md:rounded-b-lg md:px-5">
      {conflict && <ConflictNotice what="these settings" {...conflict} />}
      <Problem form={form} />
      <Submit form={form} size="lg">
        Save
      </Submit>
    </div>
  )
}
