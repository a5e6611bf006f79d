import type { ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import { Button } from '../../ui/button.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { offlineReason } from '../use-offline.ts'
import type { Form as FormState } from './use-form.ts'

interface FormProps<Values extends FieldValues> {
  form: FormState<Values>
  /** The accessible name. */
  label: string
  className?: string
  children: ReactNode
}

export function Form<Values extends FieldValues>({ form, label, className, children }: FormProps<Values>) {
  return (
    <form aria-label={label} noValidate onSubmit={form.onSubmit} onChange={form.onChange} className={className}>
      {children}
    </form>
  )
}

/** Shows why the last try failed. */
export function Problem<Values extends FieldValues>({ form: { problem } }: { form: FormState<Values> }) {
  return problem === null ? null : <FormProblem>{problem}</FormProblem>
}

type SubmitProps<Values extends FieldValues> = Omit<
  Parameters<typeof Button>[0],
  'type' | 'busy' | 'disabledReason' | 'form'
> & {
  form: FormState<Values>
  /** "Snoozing", as in "Snoozing waits until you are back." */
  action?: string
}

export function Submit<Values extends FieldValues>({ form, action, kind = 'primary', ...button }: SubmitProps<Values>) {
  return (
    <Button
      {...button}
      type="submit"
      kind={kind}
      busy={form.busy}
      disabledReason={offlineReason(form.offline, action)}
    />
  )
}
