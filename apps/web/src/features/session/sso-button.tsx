import { KeyRound } from 'lucide-react'
import { buttonLook } from '../../ui/button-look.rules.ts'
import { providerAddress } from './provider-problems.rules.ts'
import { LOGIN_URL } from './session.rules.ts'

interface SsoButtonProps {
  /** The provider's display name. */
  name: string
  /** The address after the sign-in, already validated. */
  returnTo: string
  /** Another sign-in method is above it. */
  beside: boolean
}

/** [OPEN-007] A link and not a button, because it leaves this site. */
export function SsoButton({ name, returnTo, beside }: SsoButtonProps) {
  return (
    <>
      {beside && (
        <p className="my-5 flex items-center gap-3 text-sm text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
          or
        </p>
      )}
      <a href={providerAddress(LOGIN_URL, returnTo)} className={`${buttonLook('default', 'touch')} w-full`}>
        <KeyRound aria-hidden size={18} strokeWidth={1.75} className="shrink-0" />
        <span className="min-w-0 truncate">{`Sign in with ${name}`}</span>
      </a>
    </>
  )
}
