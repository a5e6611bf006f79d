import type { Reason } from '@foyer/contracts/problem.ts'
import { type FormEvent, useEffect } from 'react'
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  get,
  type Path,
  set,
  type UseFormReturn,
  useForm as useFields,
} from 'react-hook-form'
import { CallError } from '../../api/call-error.ts'
import { mayPass } from '../../api/retry.rules.ts'
import { type Send, useSubmission } from '../../lib/use-submission.ts'
import { failureMessage, type Refusals } from '../failure-message.rules.ts'
import { useOffline } from '../use-offline.ts'

/** Error messages by the path of their field: `{ 'week.monday.0.to': 'Must end after it begins' }`. */
export type Wrong = Readonly<Record<string, string | undefined>>

interface FormOptions<Values extends FieldValues> {
  initial: DefaultValues<Values>
  /** Checks by the rules of the call, so that most errors show before the form is sent. */
  check: (values: Values) => Wrong
  send: Send<Values>
  /** Sentences that say more about a refusal than the general ones. */
  refusals?: Refusals
  /** Refusals that belong to one field. */
  refusedFields?: Partial<Record<Reason, Path<Values>>>
  /** Replaces the server's message about a field. */
  issueMessage?: string
}

export interface Form<Values extends FieldValues>
  extends Pick<UseFormReturn<Values>, 'control' | 'register' | 'reset' | 'resetField' | 'setValue' | 'getValues'> {
  readonly busy: boolean
  readonly offline: boolean
  /** Why the form could not be sent, unless one field says it all. */
  readonly problem: string | null
  /** Something was changed and is not saved. */
  readonly isDirty: boolean
  readonly onSubmit: (event: FormEvent) => void
  /** Called when the user types: clears the failure of the last try. */
  readonly onChange: () => void
}

/**
 * A form: from the first try on, errors show at their fields and follow the typing; the first field with an error gets
 * the focus. Nothing is sent offline or twice at once, and the server's messages about fields show at those fields.
 */
export function useForm<Values extends FieldValues>(options: FormOptions<Values>): Form<Values> {
  const { initial, check, send, refusals, refusedFields = {}, issueMessage } = options
  const offline = useOffline()
  const { busy, error, submit, forget } = useSubmission(send)
  const fields = useFields<Values>({
    defaultValues: initial,
    resolver: (values) => {
      const errors = nested<Values>(check(values))
      return Object.keys(errors).length === 0 ? { values, errors: {} } : { values: {}, errors }
    },
  })
  const { control, register, reset, resetField, setValue, handleSubmit, setError, setFocus, getValues } = fields
  const refused = refusedPaths(error, getValues(), refusedFields)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each failure focuses its fields once
  useEffect(() => {
    for (const { path, message } of refused)
      setError(path, {
        type: 'server',
        message: message === undefined ? failureMessage(error, refusals) : (issueMessage ?? message),
      })
    const [first] = refused
    if (first) setFocus(first.path, { shouldSelect: true })
  }, [error])

  return {
    control,
    register,
    reset,
    resetField,
    setValue,
    getValues,
    busy,
    offline,
    isDirty: fields.formState.isDirty,
    problem: error === null || refused.some(({ message }) => message === undefined) ? null : problemOf(error, refusals),
    onSubmit: (event) => {
      event.preventDefault()
      if (!offline && !busy) void handleSubmit(submit)(event)
    },
    onChange: forget,
  }
}

/** After a temporary failure, says that the typed values are still there. */
function problemOf(error: unknown, refusals: Refusals | undefined): string {
  const message = failureMessage(error, refusals)
  const status = error instanceof CallError ? error.status : 0
  return status === 400 || (status !== 429 && mayPass(error)) ? `${message} What you entered is still here.` : message
}

/** Returns the fields that the server's answer names. An issue's path may start with the body's own structure. */
function refusedPaths<Values extends FieldValues>(
  error: unknown,
  values: Values,
  refusedFields: Partial<Record<Reason, Path<Values>>>,
): { path: Path<Values>; message?: string }[] {
  if (!(error instanceof CallError)) return []
  const known = error.reason && refusedFields[error.reason]
  if (known) return [{ path: known }]
  return error.issues.flatMap(({ path, message }) => {
    const steps = path.split('.')
    const own = steps.map((_, start) => steps.slice(start).join('.')).find((part) => get(values, part) !== undefined)
    return own === undefined ? [] : [{ path: own as Path<Values>, message }]
  })
}

function nested<Values extends FieldValues>(wrong: Wrong): FieldErrors<Values> {
  const errors = {}
  for (const [path, message] of Object.entries(wrong))
    if (message !== undefined) set(errors, path, { type: 'wrong', message })
  return errors
}
