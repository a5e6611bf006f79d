import { useSelector } from '@xstate/react'
import { useEffect, useState } from 'react'
import { useApi, useServices } from '../../../parts/services.tsx'
import { useOffline } from '../../../parts/use-offline.ts'
import { notifySuccess } from '../../../ui/notify.tsx'
import { OverlayPanel } from '../../../ui/overlay-panel.tsx'
import { useAccountChanged } from '../account.queries.ts'
import { withNewSession } from '../new-session.actors.ts'
import { type Proof, ProveForm } from './prove-form.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { startSecondFactor } from './second-factor.actors.ts'
import type { SecondFactorActor } from './second-factor.machine.ts'
import { SetUp } from './set-up.tsx'

interface DrawerProps {
  email: string
  onClose: () => void
}

export function SetUpDrawer({ email, onClose }: DrawerProps) {
  const parts = useServices()
  const { askAgain } = useAccountChanged()
  const [actor, setActor] = useState<SecondFactorActor | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: one actor each time the drawer opens
  useEffect(() => {
    const started = startSecondFactor({ parts, onConfirmed: askAgain })
    setActor(started)
    return () => void started.stop()
  }, [])
  return actor && <SetUpPanel {...{ actor, email, onClose }} />
}

/** Does not close while unkept recovery codes are shown. */
export function SetUpPanel({ actor, email, onClose }: DrawerProps & { actor: SecondFactorActor }) {
  const offline = useOffline()
  const step = useSelector(actor, ({ value }) => value)
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (step !== 'kept') return
    notifySuccess('Second factor turned on')
    onClose()
  }, [step, onClose])
  const leave = () => {
    if (step === 'codes') setHeld(true)
    // A second factor that is being confirmed may be active already, with its recovery codes on the way.
    else if (step !== 'confirming') onClose()
  }
  return (
    <OverlayPanel from="right" title="Set up a second factor" onClose={leave}>
      {step !== 'kept' && <SetUp {...{ actor, email, offline, held }} />}
    </OverlayPanel>
  )
}

export function RenewDrawer({ email, onClose }: DrawerProps) {
  const api = useApi()
  const { askAgain } = useAccountChanged()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const [busy, setBusy] = useState(false)
  const [held, setHeld] = useState(false)
  const renew = async (body: Proof) => {
    setBusy(true)
    try {
      const { data } = await api('renewRecoveryCodes', { body })
      setCodes(data.recoveryCodes)
      askAgain()
    } finally {
      setBusy(false)
    }
  }
  const leave = () => {
    if (codes) setHeld(true)
    else if (!busy) onClose()
  }
  return (
    <OverlayPanel from="right" title="New recovery codes" onClose={leave}>
      {codes ? (
        <RecoveryCodes {...{ codes, email, held }} onKept={onClose} />
      ) : (
        <ProveForm
          email={email}
          detail="Your current codes stop working right away."
          confirm="Make new codes"
          onProve={renew}
        />
      )}
    </OverlayPanel>
  )
}

export function EndDrawer({ email, onClose }: DrawerProps) {
  const parts = useServices()
  const { askAgain, sessionsAgain } = useAccountChanged()
  const [busy, setBusy] = useState(false)
  const end = async (body: Proof) => {
    setBusy(true)
    try {
      await withNewSession(parts, () => parts.api('endSecondFactor', { body }))
    } finally {
      setBusy(false)
    }
    askAgain()
    void sessionsAgain()
    notifySuccess('Second factor turned off')
    onClose()
  }
  return (
    <OverlayPanel from="right" title="Turn off the second factor" onClose={() => !busy && onClose()}>
      <ProveForm
        email={email}
        detail="After this, your password alone opens your account. Your other devices will be signed out."
        confirm="Turn off the second factor"
        danger
        onProve={end}
      />
    </OverlayPanel>
  )
}
