import { signedOutWords } from './signed-out.rules.ts'

/** [OPEN-045] Why somebody who was signed in finds themselves here. */
export function SignedOutNote({ search }: { search: string }) {
  const words = signedOutWords(search)
  if (words === null) return null
  return <p className="mb-4 rounded-md border border-line bg-sunken px-3 py-2 text-sm">{words}</p>
}
