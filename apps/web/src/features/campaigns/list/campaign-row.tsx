import type { Campaign } from '@foyer/contracts/campaign/campaign.ts'
import { isDeletable } from '@foyer/contracts/campaign/states.rules.ts'
import { clsx } from 'clsx'
import { Copy, Ellipsis, Mail, MessageSquareText, Trash2 } from 'lucide-react'
import { countWords } from '../../../parts/campaigns/states-bar.rules.ts'
import { StatesBar } from '../../../parts/campaigns/states-bar.tsx'
import { useStaffName } from '../../../parts/staff-names.tsx'
import { offlineReason } from '../../../parts/use-offline.ts'
import { squareLook } from '../../../ui/button-look.rules.ts'
import { Link } from '../../../ui/link.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { type StatusTone, statusWords, whenWords } from './campaign-row.rules.ts'

interface CampaignRowProps {
  campaign: Campaign
  now: Date
  timezone: string
  offline: boolean
  onCopy: () => void
  onDelete: () => void
}

const TONES: Readonly<Record<StatusTone, string>> = {
  quiet: 'border-line-strong bg-raised text-muted',
  live: 'border-ok-line bg-ok text-ok-text',
  ahead: 'border-auto-line bg-auto text-auto-text',
  warn: 'border-warn-line bg-warn text-warn-text',
}

/** A draft opens in the editor, every other campaign with its results. */
const addressOf = ({ _id, status }: Campaign) => (status === 'draft' ? `/campaigns/${_id}/edit` : `/campaigns/${_id}`)

/** One campaign with its status, what became of its texts, and what can be done with it. */
export function CampaignRow({ campaign, now, timezone, offline, onCopy, onDelete }: CampaignRowProps) {
  const nameOf = useStaffName()
  const { name, type, status, states, results } = campaign
  const { label, tone } = statusWords(campaign, nameOf(campaign.pausedBy, campaign.pausedByName))
  const by = nameOf(campaign.createdBy, campaign.createdByName)
  const TypeIcon = type === 'SMS' ? MessageSquareText : Mail
  return (
    <div className="relative grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1.5 px-4 py-3 hover:bg-hover md:grid-cols-[minmax(0,1fr)_11rem_6rem_6rem_auto] md:px-5">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <Link
            to={addressOf(campaign)}
            className="min-w-0 text-base font-medium wrap-anywhere outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
          >
            <bdi>{name}</bdi>
          </Link>
          <span className={clsx('rounded-full border px-2 py-px text-xs font-medium', TONES[tone])}>{label}</span>
        </p>
        <p className="num mt-0.5 flex items-start gap-1.5 text-xs text-muted">
          <TypeIcon aria-hidden size={14} className="mt-px shrink-0" />
          <span className="wrap-anywhere">
            {[type === 'SMS' ? 'Text' : 'Email', whenWords(campaign, now, timezone), by && `by ${by}`]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </p>
      </div>
      {status === 'draft' || status === 'scheduled' ? (
        <p className="col-span-3 text-xs text-muted max-md:hidden">Nothing was sent yet</p>
      ) : (
        <>
          <div className="max-md:col-span-2 max-md:row-start-2">
            <StatesBar states={states} />
          </div>
          <div className="flex justify-between max-md:col-span-2 md:contents">
            <Figure count={results.sent} word="sent" />
            <Figure count={results.replied} word="replied" />
          </div>
        </>
      )}
      <div className="z-1 max-md:col-start-2 max-md:row-start-1">
        <Menu
          label={`More for ${name}`}
          align="end"
          content={<Ellipsis aria-hidden size={16} />}
          className={squareLook('ghost', 'md')}
          entries={[
            {
              ...{ label: 'Duplicate', icon: Copy, onSelect: onCopy },
              disabledReason: offlineReason(offline, 'Copying'),
            },
            {
              ...{ label: 'Delete', icon: Trash2, danger: true, onSelect: onDelete },
              disabledReason: isDeletable(status) ? offlineReason(offline, 'Deleting') : 'Stop it first.',
            },
          ]}
        />
      </div>
    </div>
  )
}

function Figure({ count, word }: { count: number; word: string }) {
  return (
    <p className="num text-sm md:text-right">
      <b className="font-semibold">{countWords(count)}</b> <span className="text-xs text-muted">{word}</span>
    </p>
  )
}
