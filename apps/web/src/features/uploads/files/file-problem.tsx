import { FormProblem } from '../../../ui/form-problem.tsx'

/** Why files were not taken. */
export function FileProblem({ children }: { children: string | null }) {
  if (children === null) return null
  return (
    <div className="max-md:px-4">
      <FormProblem>{children}</FormProblem>
    </div>
  )
}
