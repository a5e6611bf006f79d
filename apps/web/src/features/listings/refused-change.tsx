import { CallError } from '../../api/call-error.ts'
import { failureMessage } from '../../parts/failure-message.rules.ts'
import { FormProblem } from '../../ui/form-problem.tsx'

interface RefusedProps {
  error: unknown
  /** The name of a field on the screen. */
  labelOf: (field: string) => string | undefined
}

/** Google's own sentences by field, else why nothing was saved. */
export function RefusedChange({ error, labelOf }: RefusedProps) {
  const issues = error instanceof CallError && error.reason === 'not_taken' ? error.issues : []
  if (issues.length > 0)
    return (
      <NotTaken labelOf={labelOf} problems={issues.map(({ path, message }) => ({ field: String(path), message }))} />
    )
  return <FormProblem>{failureMessage(error)}</FormProblem>
}

interface NotTakenProps extends Pick<RefusedProps, 'labelOf'> {
  problems: readonly { readonly field: string; readonly message: string }[]
}

export function NotTaken({ problems, labelOf }: NotTakenProps) {
  return (
    <div role="alert" className="rounded-md border border-bad-line bg-bad px-3 py-2 text-sm text-bad-text">
      <p className="font-semibold">Google did not take it</p>
      <ul>
        {problems.map(({ field, message }) => {
          const label = labelOf(field)
          return (
            <li key={`${field} ${message}`} className="wrap-anywhere">
              {label === undefined ? message : `${label}: ${message}`}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
