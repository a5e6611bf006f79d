import { Popover, PopoverButton, PopoverPanel } from '@headlessui/react'
import keywords from 'emojilib'
import {
  EmojiPicker,
  type EmojiPickerListCategoryHeaderProps,
  type EmojiPickerListEmojiProps,
  type EmojiPickerListRowProps,
} from 'frimousse'
import type { AriaAttributes } from 'react'
import known from 'unicode-emoji-json/data-by-emoji.json'
import type { TriggerLook } from '../../../ui/deferred-trigger.tsx'
import { POPOVER } from '../../../ui/popover-look.rules.ts'
import { usePopoverAtOnce } from '../../../ui/use-popover-at-once.ts'
import { emojiData } from './emoji.rules.ts'

interface EmojiPanelProps extends TriggerLook {
  onPick: (emoji: string) => void
}

// Its own data: the library would fetch them from another server, and keep them in the browser's storage.
const data = emojiData(known, keywords)
const readData = () => data
const COLUMNS = 9
const LIST = { CategoryHeader, Row, Emoji }

/** The button with its emoji, which open at once because the button was pressed. */
export function EmojiPanel({ label, content, className, onPick }: EmojiPanelProps) {
  const button = usePopoverAtOnce()
  return (
    <Popover>
      {({ close }) => (
        <>
          <PopoverButton ref={button} aria-label={label} aria-haspopup="dialog" className={className}>
            {content}
          </PopoverButton>
          <PopoverPanel
            focus
            role="dialog"
            aria-label="Emoji"
            anchor={{ to: 'top start', gap: 4, padding: 8 }}
            className={POPOVER}
          >
            <EmojiPicker.Root
              columns={COLUMNS}
              resolveEmojiData={readData}
              onEmojiSelect={({ emoji }) => {
                close()
                onPick(emoji)
              }}
              className="flex h-84 w-76 max-w-full flex-col"
            >
              <EmojiPicker.Search
                aria-label="Search emoji"
                placeholder="Search emoji"
                className="focus-shell m-1 h-8 shrink-0 rounded-md border border-control bg-raised px-2 text-sm outline-none"
              />
              <EmojiPicker.Viewport className="scrollbar-quiet min-h-0 flex-1 outline-none">
                <EmojiPicker.Empty className="flex h-full items-center justify-center px-4 text-center text-sm text-muted">
                  {({ search }) => `No emoji matches “${search}”.`}
                </EmojiPicker.Empty>
                <EmojiPicker.List components={LIST} className="pb-1" />
              </EmojiPicker.Viewport>
            </EmojiPicker.Root>
          </PopoverPanel>
        </>
      )}
    </Popover>
  )
}

function CategoryHeader({ category, ...props }: EmojiPickerListCategoryHeaderProps) {
  return (
    <div {...props} className="bg-raised px-2 pt-2 pb-1 text-xs font-semibold text-muted">
      {category.label}
    </div>
  )
}

function Row(props: EmojiPickerListRowProps) {
  return <div {...fromOne(props)} className="px-1" />
}

function Emoji({ emoji, ...props }: EmojiPickerListEmojiProps) {
  return (
    <button
      {...fromOne(props)}
      className={`flex size-8 items-center justify-center rounded-sm text-lg ${emoji.isActive ? 'bg-selected' : ''}`}
    >
      {emoji.emoji}
    </button>
  )
}

/** The library counts rows and columns from 0; ARIA counts from 1. */
function fromOne<Props extends Pick<AriaAttributes, 'aria-rowindex' | 'aria-colindex'>>(props: Props): Props {
  const { 'aria-rowindex': row, 'aria-colindex': column } = props
  return {
    ...props,
    ...(row === undefined ? {} : { 'aria-rowindex': row + 1 }),
    ...(column === undefined ? {} : { 'aria-colindex': column + 1 }),
  }
}
