import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { Submission } from './use-submission.ts'

type Check = (typed: string) => string | undefined
type Wrong<Name extends string> = Partial<Record<Name, string | undefined>>

/** A failure's message about one field; without a message the field only gets the focus. */
export interface AboutField<Name> {
  readonly field: Name
  readonly message?: string | undefined
}

interface PlainForm<Name extends string> {
  /** Returns the error of each typed value; in the order of the fields. */
  checks: Readonly<Record<Name, Check>>
  submission: Submission<Readonly<Record<Name, string>>>
  about?: (error: unknown) => AboutField<NoInfer<Name>> | null
  /** Nothing may be sent now. */
  blocked?: boolean
}

/**
 * A few text fields without a form library: for pages without a session, and for forms of one field. Other forms use
 * `useForm`. Errors show at their fields after the first try; the first field with an error gets the focus.
 */
export function usePlainForm<Name extends string>({ checks, submission, about, blocked = false }: PlainForm<Name>) {
  const names = Object.keys(checks) as Name[]
  const inputs = useRef<Partial<Record<Name, HTMLInputElement | null>>>({})
  const [wrong, setWrong] = useState<Wrong<Name>>({})
  const { busy, done, error, submit, forget } = submission
  const described = error === null ? null : (about?.(error) ?? null)
  const problemField = described?.field

  // biome-ignore lint/correctness/useExhaustiveDependencies: each failure focuses its field once
  useEffect(() => {
    const input = problemField && inputs.current[problemField]
    input?.focus()
    input?.select()
  }, [error])

  async function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (busy || done) return
    const shown = names.filter((name) => inputs.current[name])
    const values = Object.fromEntries(names.map((name) => [name, inputs.current[name]?.value ?? '']))
    const found = Object.fromEntries(shown.map((name) => [name, checks[name](values[name] ?? '')])) as Wrong<Name>
    const first = shown.find((name) => found[name] !== undefined)
    setWrong(found)
    forget()
    if (first !== undefined) inputs.current[first]?.focus()
    else if (!blocked) await submit(values as Record<Name, string>)
  }

  const field = (name: Name) => ({
    ref: (input: HTMLInputElement | null) => {
      inputs.current[name] = input
    },
    error: wrong[name] ?? (problemField === name ? described?.message : undefined),
    onChange: ({ target }: { target: { value: string } }) => {
      forget()
      if (wrong[name] !== undefined) setWrong((before) => ({ ...before, [name]: checks[name](target.value) }))
    },
  })
  return {
    onSubmit,
    field,
    busy: busy || done,
    /** The error that belongs to no field. */
    problem: described?.message === undefined ? error : null,
    clear: () => {
      setWrong({})
      forget()
    },
  }
}
