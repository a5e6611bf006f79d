import { useEffect, useState } from 'react'
import { useSubmission } from '../../lib/use-submission.ts'
import { Button } from '../../ui/button.tsx'
import { buttonLook } from '../../ui/button-look.rules.ts'
import { FormProblem } from '../../ui/form-problem.tsx'
import { Skeleton, SkeletonBar } from '../../ui/skeleton.tsx'
import { InvitationForm } from './invitation-form.tsx'
import { keepInvitation, takeInvitation, takeLinkToken } from './link-token.ts'
import { callOutside, type InvitationDetails } from './outside-calls.actors.ts'
import { isLinkOver, outsideMessage } from './outside-failures.rules.ts'
import { OutsideHead, OutsidePage } from './outside-page.tsx'
import { LOGIN_URL } from './session.rules.ts'

export function Component() {
  const [token] = useState(() => takeLinkToken(window) || takeInvitation(() => window.sessionStorage))
  return (
    <OutsidePage>
      <Invitation
        token={token}
        fetch={(...request) => window.fetch(...request)}
        leave={(address) => window.location.assign(address)}
        keep={(held) => keepInvitation(held, () => window.sessionStorage)}
      />
    </OutsidePage>
  )
}

interface InvitationProps {
  token: string
  fetch: typeof globalThis.fetch
  leave: (address: string) => void
  keep: (token: string) => void
}

/** [OPEN-007] Leads directly to the provider, and then back to the address that follows. */
const BY_PROVIDER = `${LOGIN_URL}?way=provider&returnTo=`

type LookUp = { invitation: InvitationDetails; provider: string | null } | { error: unknown }

/** Looks the invitation up and asks for what is needed to accept it. */
export function Invitation({ token, fetch, leave, keep }: InvitationProps) {
  const [found, setFound] = useState<LookUp | null>(null)
  const [tries, setTries] = useState(0)
  const [accepted, setAccepted] = useState(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs once, and again when the user retries
  useEffect(() => {
    if (token === '') return
    let left = false
    Promise.all([callOutside(fetch, 'lookAtInvitation', { token }), onlyProvider(fetch)]).then(
      ([invitation, provider]) => !left && setFound({ invitation, provider }),
      (error: unknown) => !left && setFound({ error }),
    )
    return () => {
      left = true
    }
  }, [token, tries])

  if (token === '') return <Message title="This link is not complete" detail="Open it from the email again." />
  if (found === null)
    return (
      <>
        <OutsideHead title="Your invitation" />
        <Skeleton label="Checking your invitation">
          <div className="space-y-4">
            <SkeletonBar className="h-4 w-4/5" />
            <SkeletonBar className="h-11 w-full" />
          </div>
        </Skeleton>
      </>
    )
  if ('error' in found) {
    if (isLinkOver(found.error)) return <InvitationOver />
    const again = () => {
      setFound(null)
      setTries(tries + 1)
    }
    return <LookUpFailed words={outsideMessage(found.error)} onAgain={again} />
  }
  const { invitation, provider } = found
  const { organizationName, email, asks } = invitation
  if (accepted)
    return (
      <>
        <OutsideHead title={`You belong to ${organizationName}`} focused>
          Sign in as <bdi>{email}</bdi> with the password that you just chose.
        </OutsideHead>
        <a href="/sign-in" className={`${buttonLook('primary', 'touch')} w-full`}>
          Sign in
        </a>
      </>
    )
  return (
    <>
      <OutsideHead title={`Join ${organizationName}`}>{roleWords(invitation)}</OutsideHead>
      {asks === 'account' && (
        <InvitationForm
          {...{ email, provider }}
          onAccept={(typed) => callOutside(fetch, 'acceptInvitation', { token, ...typed })}
          onAccepted={() => (provider === null ? setAccepted(true) : leave(`${BY_PROVIDER}%2Finbox`))}
          onOver={(error) => setFound({ error })}
        />
      )}
      {asks === 'sign-in' && (
        <SignInFirst
          {...{ email, provider }}
          onSignIn={() => {
            keep(token)
            leave(provider === null ? '/sign-in?returnTo=%2Finvitation' : `${BY_PROVIDER}%2Finvitation`)
          }}
        />
      )}
      {asks === 'join' && (
        <Join
          email={email}
          onJoin={() => callOutside(fetch, 'acceptInvitation', { token })}
          onJoined={() => leave('/inbox')}
          onOver={(error) => setFound({ error })}
        />
      )}
    </>
  )
}

/**
 * The name of the identity provider when it is the only way to sign in. If that is unknown, a password is assumed,
 * the usual case.
 */
async function onlyProvider(fetch: InvitationProps['fetch']): Promise<string | null> {
  const methods = await callOutside(fetch, 'signInWays').catch(() => null)
  return methods === null || methods.password ? null : (methods.identityProvider?.name ?? null)
}

interface SignInFirstProps {
  email: string
  provider: string | null
  onSignIn: () => void
}

function SignInFirst({ email, provider, onSignIn }: SignInFirstProps) {
  return (
    <div className="space-y-4 text-sm wrap-anywhere text-muted">
      <p>
        <bdi>{email}</bdi> has an account here. Sign in with it, then you come back to this invitation.
      </p>
      {provider !== null && (
        <p>
          You sign in by <bdi className="font-medium text-ink">{provider}</bdi>. If this page asks you again after that,
          you’re signed in as someone else there: sign out there first.
        </p>
      )}
      <Button kind="primary" size="touch" className="w-full" onClick={onSignIn}>
        Sign in
      </Button>
    </div>
  )
}

interface JoinProps {
  email: string
  onJoin: () => Promise<unknown>
  onJoined: () => void
  onOver: (error: unknown) => void
}

/** Accepts with one button, when the invited person is signed in. */
function Join({ email, onJoin, onJoined, onOver }: JoinProps) {
  const { busy, done, error, submit } = useSubmission(async () => {
    await onJoin()
    onJoined()
  })
  useEffect(() => {
    if (isLinkOver(error)) onOver(error)
  }, [error, onOver])
  return (
    <div className="space-y-4">
      {error !== null && <FormProblem>{outsideMessage(error)}</FormProblem>}
      <p className="text-sm wrap-anywhere text-muted">
        You are signed in as <bdi>{email}</bdi>.
      </p>
      <Button kind="primary" size="touch" busy={busy || done} className="w-full" onClick={() => void submit(null)}>
        Join
      </Button>
    </div>
  )
}

function LookUpFailed({ words, onAgain }: { words: string; onAgain: () => void }) {
  return (
    <>
      <OutsideHead title="Your invitation" focused />
      <FormProblem>{words}</FormProblem>
      <Button kind="primary" size="touch" className="mt-4 w-full" onClick={onAgain}>
        Try again
      </Button>
    </>
  )
}

function InvitationOver() {
  return (
    <Message
      title="This invitation no longer works"
      detail="It was already accepted, was withdrawn, or has expired. Ask an admin of the clinic to invite you again."
    />
  )
}

function Message({ title, detail }: { title: string; detail: string }) {
  return (
    <>
      <OutsideHead title={title} focused>
        {detail}
      </OutsideHead>
      <a href="/sign-in" className={`${buttonLook('default', 'touch')} w-full`}>
        Go to sign in
      </a>
    </>
  )
}

const ROLES = { agent: 'an agent', supervisor: 'a supervisor', provider: 'a provider', admin: 'an admin' } as const

const roleWords = ({ role }: InvitationDetails) => `You are invited as ${ROLES[role]}.`
