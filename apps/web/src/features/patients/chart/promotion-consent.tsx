import type { PatientRecord } from '@foyer/contracts/patients/patient-record.ts'
import { CircleCheck, CircleMinus, FileCheck, PencilLine, Undo2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { dateOf } from '../../../lib/time-labels.rules.ts'
import { offlineReason } from '../../../parts/use-offline.ts'
import { Button } from '../../../ui/button.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { lazyPart, SaidInPlace } from '../../../ui/lazy-part.tsx'
import { Card } from './card.tsx'
import type { TabProps } from './tab-props.ts'

const PromotionForm = lazyPart(async () => (await import('./promotion-form.tsx')).PromotionForm, SaidInPlace)
const WithdrawPromotion = lazyPart(
  async () => (await import('./withdraw-promotion.tsx')).WithdrawPromotion,
  SaidInPlace,
)

type PromotionConsentProps = Pick<TabProps, 'organization' | 'patient' | 'today' | 'offline' | 'onSaved'>

/** Whether the patient may be sent promotion: only a written consent allows it, and a text alone is none. */
export function PromotionConsent({ organization, patient, today, offline, onSaved }: PromotionConsentProps) {
  const { _id: organizationId } = organization
  const { marketingConsent: consent } = patient
  const [asked, setAsked] = useState<'record' | 'withdraw' | null>(null)
  const reason = offlineReason(offline, 'The change')
  const close = () => setAsked(null)
  const saved: TabProps['onSaved'] = (epoch, record) => {
    onSaved(epoch, record)
    close()
  }
  return (
    <Card title="Promotion by written consent">
      <Standing consent={consent} today={today} />
      <div className="mt-3 flex flex-wrap gap-2">
        <Button
          icon={consent === null ? FileCheck : PencilLine}
          disabledReason={reason}
          onClick={() => setAsked('record')}
        >
          {consent === null ? 'Record consent' : 'Change'}
        </Button>
        {consent !== null && (
          <Button icon={Undo2} kind="danger" disabledReason={reason} onClick={() => setAsked('withdraw')}>
            Withdraw consent
          </Button>
        )}
      </div>
      <Drawer open={asked === 'record'} title="Consent to promotion" onClose={close}>
        <Suspense fallback={null}>
          {asked === 'record' && <PromotionForm {...{ organizationId, patient, today }} onSaved={saved} />}
        </Suspense>
      </Drawer>
      <Suspense fallback={null}>
        {asked === 'withdraw' && (
          <WithdrawPromotion {...{ organizationId, patient, offline }} onSaved={saved} onClose={close} />
        )}
      </Suspense>
    </Card>
  )
}

function Standing({ consent, today }: { consent: PatientRecord['marketingConsent']; today: string }) {
  const Icon = consent === null ? CircleMinus : CircleCheck
  return (
    <>
      <p className={`flex items-center gap-1.5 font-medium ${consent === null ? 'text-muted' : 'text-ok-text'}`}>
        <Icon aria-hidden size={17} className="shrink-0" />
        {consent === null ? 'No consent on record' : `On record since ${dateOf(consent.on, today)}`}
      </p>
      <p className="mt-1 text-sm text-muted">
        {consent === null ? (
          'Campaigns with promotion leave this patient out. Care texts are not affected.'
        ) : (
          <>
            {'Source: '}
            <bdi className="wrap-anywhere">{consent.source}</bdi>
          </>
        )}
      </p>
    </>
  )
}
