/** A hidden field that tells password managers which account the password beside it belongs to. */
export function KnownAccount({ email }: { email: string }) {
  return <input hidden readOnly type="email" aria-label="Account" autoComplete="username" value={email} />
}
