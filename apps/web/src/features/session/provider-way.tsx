import { KeyRound } from 'lucide-react'
import { buttonLook } from '../../ui/button-look.rules.ts'
import { providerAddress } from './provider-problems.rules.ts'
import { LOGIN_URL } from './session.rules.ts'

interface ProviderWayProps {
  /** The provider, as people know it. */
  name: string
  /** Where to go then; checked already. */
  returnTo: string
  /** There is another way above it. */
  beside: boolean
}

/** [OPEN-007] A link and no button: it leaves this site. */
export function ProviderWay({ name, returnTo, beside }: ProviderWayProps) {
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
