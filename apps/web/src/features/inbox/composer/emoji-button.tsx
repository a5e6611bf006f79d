import { Smile } from 'lucide-react'
import { squareLook } from '../../../ui/button-look.rules.ts'
import { DeferredTrigger } from '../../../ui/deferred-trigger.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'

const load = () => import('./emoji-panel.tsx')
const EmojiPanel = lazyPart(async () => (await load()).EmojiPanel)

interface EmojiButtonProps {
  onPick: (emoji: string) => void
}

/** Opens the emoji. A phone's keyboard has them already, so a phone has no such button. */
export function EmojiButton({ onPick }: EmojiButtonProps) {
  const look = {
    label: 'Emoji',
    className: squareLook('ghost', 'sm'),
    content: <Smile aria-hidden size={16} strokeWidth={1.75} />,
  }
  return <DeferredTrigger {...look} popup="dialog" load={load} full={<EmojiPanel {...look} onPick={onPick} />} />
}
