import { CircleAlert } from 'lucide-react'

/** The error of a whole form: what happened, what is safe, what to do. */
export function FormProblem({ children }: { children: string }) {
  return (
    <p
      role="alert"
      className="flex items-start gap-1.5 rounded-md border border-bad-line bg-bad px-3 py-2 text-sm wrap-anywhere text-bad-text"
    >
      <CircleAlert aria-hidden size={16} className="mt-0.5 shrink-0" />
      <span className="min-w-0">{children}</span>
    </p>
  )
}
