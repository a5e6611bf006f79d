/** Nobody sees it: it tells password managers whose password is asked for beside it. */
export function KnownAccount({ email }: { email: string }) {
  return <input hidden readOnly type="email" aria-label="Account" autoComplete="username" value={email} />
}
