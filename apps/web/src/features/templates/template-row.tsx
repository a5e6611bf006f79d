import type { NotifierTemplate } from '@foyer/contracts/campaign/template.ts'
import { TriangleAlert } from 'lucide-react'
import { useId } from 'react'
import { offlineReason } from '../../parts/use-offline.ts'
import { Link } from '../../ui/link.tsx'
import { ActiveSwitch } from './active-switch.tsx'
import { dayWords, frequencyWords, missWords, runAddress, templateAddress } from './template-words.rules.ts'

interface TemplateRowProps {
  template: NotifierTemplate
  now: Date
  timezone: string
  offline: boolean
  isBusy: boolean
  /** The switch of another template is being turned. */
  isOtherBusy: boolean
  onActivate: (active: boolean) => void
}

const LINK = 'font-medium text-accent-text underline underline-offset-2'

/** One template with its switch. The newest run that did not go out stands below. */
export function TemplateRow({ template, now, timezone, offline, isBusy, isOtherBusy, onActivate }: TemplateRowProps) {
  const { _id, name, type, active, content, lastRunAt, lastCampaignId, missed } = template
  const [miss] = missed
  const named = useId()
  return (
    <li data-template-id={_id} className="flex items-start gap-3 px-4 py-3 md:px-5">
      <div className="min-w-0 flex-1">
        <Link
          id={named}
          to={templateAddress(_id)}
          className="text-base font-medium wrap-anywhere underline-offset-2 hover:underline"
        >
          <bdi>{name}</bdi>
        </Link>
        <p className="num text-sm wrap-anywhere text-muted">
          {`${type === 'SMS' ? 'Text' : 'Email'} · ${frequencyWords(template, now, timezone)}`}
          {lastRunAt !== null && (
            <>
              {' · '}
              {lastCampaignId === null ? (
                `last run ${dayWords(lastRunAt, now, timezone)}`
              ) : (
                <Link to={runAddress(lastCampaignId)} className={LINK}>
                  {`last run ${dayWords(lastRunAt, now, timezone)}`}
                </Link>
              )}
            </>
          )}
        </p>
        {content.trim() === '' && <p className="text-sm text-subtle">No words yet</p>}
        {miss && (
          <p className="flex items-start gap-1.5 text-sm text-warn-text">
            <TriangleAlert aria-hidden size={15} className="mt-0.5 shrink-0" />
            <span>
              {missWords(miss, now, timezone)}
              {miss.campaignId !== null && (
                <>
                  {' '}
                  <Link to={`${runAddress(miss.campaignId)}/edit`} className={LINK}>
                    Open its draft
                  </Link>
                </>
              )}
            </span>
          </p>
        )}
      </div>
      <ActiveSwitch
        checked={active}
        describedBy={named}
        busy={isBusy}
        disabledReason={
          offlineReason(offline, active ? 'Turning it off' : 'Turning it on') ??
          (isOtherBusy ? 'Another template is being changed.' : undefined)
        }
        onChange={onActivate}
      />
    </li>
  )
}
