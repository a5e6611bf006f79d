import type { Account } from '@foyer/contracts/session/account-calls.ts'
import { KeyRound, ShieldAlert, ShieldCheck, ShieldOff } from 'lucide-react'
import { useState } from 'react'
import { dateLabel } from '../../../lib/time-labels.rules.ts'
import { Section } from '../../../parts/page-sheet.tsx'
import { useActiveOrganization, useServices } from '../../../parts/services.tsx'
import { offlineReason, useOffline } from '../../../parts/use-offline.ts'
import { Button } from '../../../ui/button.tsx'
import { EndDrawer, RenewDrawer, SetUpDrawer } from './second-factor-drawers.tsx'
import { codesLeftWords } from './security.rules.ts'

/** Fewer codes than this are a warning: enough for one lost phone with some to spare. */
const FEW_CODES = 3

export function SecondFactorSection({ account }: { account: Account }) {
  const { on, since, recoveryCodesLeft } = account.secondFactor
  const { clock } = useServices()
  const timezone = useActiveOrganization()?.timezone ?? 'UTC'
  const offline = useOffline()
  const [open, setOpen] = useState<'set up' | 'renew' | 'end' | null>(null)
  const close = () => setOpen(null)
  const disabledReason = offlineReason(offline)
  const { email } = account
  return (
    <Section title="Second factor" detail="Signing in takes a code from your phone as well as your password.">
      {on ? (
        <>
          <p className="flex items-center gap-1.5 text-sm font-medium text-ok-text">
            <ShieldCheck aria-hidden size={16} className="shrink-0" />
            {since === null ? 'On' : `On since ${dateLabel(since, clock.now(), timezone)}`}
          </p>
          <p
            className={
              recoveryCodesLeft < FEW_CODES
                ? 'mt-1 flex items-start gap-1.5 text-sm text-warn-text'
                : 'mt-1 flex items-start gap-1.5 text-sm text-muted'
            }
          >
            <KeyRound aria-hidden size={16} className="mt-0.5 shrink-0" />
            {codesLeftWords(recoveryCodesLeft)}
          </p>
          <div className="mt-4 flex flex-wrap gap-2">
            <Button disabledReason={disabledReason} onClick={() => setOpen('renew')}>
              New recovery codes
            </Button>
            <Button kind="danger" icon={ShieldOff} disabledReason={disabledReason} onClick={() => setOpen('end')}>
              Turn off
            </Button>
          </div>
        </>
      ) : (
        <>
          <p className="flex items-center gap-1.5 text-sm font-medium text-warn-text">
            <ShieldAlert aria-hidden size={16} className="shrink-0" />
            Off: your password alone opens the account
          </p>
          <Button kind="primary" className="mt-4" disabledReason={disabledReason} onClick={() => setOpen('set up')}>
            Set up
          </Button>
        </>
      )}
      {open === 'set up' && <SetUpDrawer email={email} onClose={close} />}
      {open === 'renew' && <RenewDrawer email={email} onClose={close} />}
      {open === 'end' && <EndDrawer email={email} onClose={close} />}
    </Section>
  )
}
