import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { useApi } from '../../parts/services.tsx'
import { startFaxForm } from './fax-form.actors.ts'
import type { FaxFormActor } from './fax-form.machine.ts'

/** The form of the page: of a new fax, or of the one that the address names. */
export function useFaxForm(organizationId: string): FaxFormActor | null {
  const api = useApi()
  const navigate = useNavigate()
  const againOf = useSearchParams()[0].get('again')
  const { key } = useLocation()
  const [actor, setActor] = useState<FaxFormActor | null>(null)
  useEffect(() => {
    const started = startFaxForm({ api, organizationId, newId: () => crypto.randomUUID() })
    setActor(started)
    return () => void started.stop()
  }, [api, organizationId])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same address that is opened once more begins again
  useEffect(() => actor?.send({ type: 'opened', againOf }), [actor, againOf, key])
  useEffect(() => {
    if (actor === null || againOf === null) return
    // The address of a fax that was sent would open its form again.
    const { unsubscribe } = actor.subscribe(({ value }) => {
      if (value === 'sent') void navigate('/fax', { replace: true })
    })
    return unsubscribe
  }, [actor, againOf, navigate])
  return actor
}
