import { Megaphone } from 'lucide-react'

/** The campaign that a conversation or a message belongs to. */
export function CampaignMark({ name }: { name: string }) {
  return (
    <span className="inline-flex max-w-full min-w-0 items-center gap-1 rounded-sm bg-auto px-1 font-medium text-auto-text">
      <Megaphone aria-hidden size={12} strokeWidth={1.75} className="shrink-0" />
      <span className="sr-only">campaign</span> <bdi className="truncate">{name}</bdi>
    </span>
  )
}
