import { Logo } from '../../ui/logo.tsx'
import { ChartShelves } from './chart-shelves.tsx'
import { placeName, safeReturnTo } from './session.rules.ts'
import { SignInForm } from './sign-in-form.tsx'
import { SignedOutNote } from './signed-out-note.tsx'

/** The way in. It needs no session, and so nothing of the app behind it. */
export function Component() {
  const returnTo = safeReturnTo(new URLSearchParams(window.location.search).get('returnTo'), window.location.origin)
  const place = placeName(returnTo)
  return (
    <main className="flex min-h-dvh">
      <div className="flex w-full flex-col bg-surface px-6 py-8 md:w-[520px] md:shrink-0 md:px-16">
        <div className="flex items-center gap-2.5">
          <Logo height={32} />
          <span className="text-lg font-semibold tracking-tight">Foyer</span>
        </div>
        <div className="my-auto w-full max-w-97 py-8 max-md:mx-auto">
          <h1 className="text-2xl font-semibold tracking-head">Sign in</h1>
          <SignedOutNote search={window.location.search} />
          {place && <p className="mt-1 text-base text-muted">Then you go back to {place}.</p>}
          <SignInForm returnTo={returnTo} />
        </div>
        <p className="text-xs text-muted">For clinic staff. Patients reply by text and never sign in here.</p>
      </div>
      <ChartShelves />
    </main>
  )
}
