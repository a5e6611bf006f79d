import { signedOutWords } from './signed-out.rules.ts'

/** [OPEN-045] Says why a user who was signed in is on the sign-in page. */
export function SignedOutNote({ search }: { search: string }) {
  const words = signedOutWords(search)
  if (words === null) return null
  return <p className="mb-4 rounded-md border border-line bg-sunken px-3 py-2 text-sm">{words}</p>
}
