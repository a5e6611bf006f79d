import { displayPhone } from '@foyer/contracts/phone.rules.ts'
import { ComboboxOption, ComboboxOptions } from '@headlessui/react'
import { ArrowRight, Command } from 'lucide-react'
import type { ReactNode } from 'react'
import { ChartTab } from '../../ui/chart-tab.tsx'
import { KeyCaps } from '../../ui/key-caps.tsx'
import { type Choice, detailsOf, displayName, type Section } from './command-bar.rules.ts'

/** The options of the command bar. Enter takes the first one. */
export function CommandResults({ sections }: { sections: readonly Section[] }) {
  return (
    <ComboboxOptions static className="outline-none">
      {sections.map(({ title, choices }) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options, which a fieldset must not contain
        <div key={title} role="group" aria-label={title} className="not-first:mt-2">
          <p aria-hidden className="px-2.5 pt-1 pb-1 text-xs font-medium text-muted">
            {title}
          </p>
          {choices.map((choice) => (
            <ComboboxOption
              key={choice.id}
              value={choice}
              className="flex min-h-10 cursor-pointer items-center gap-3 rounded-md px-2.5 py-1.5 data-focus:bg-selected pointer-coarse:min-h-12"
            >
              <Words choice={choice} />
            </ComboboxOption>
          ))}
        </div>
      ))}
    </ComboboxOptions>
  )
}

function Words({ choice }: { choice: Choice }) {
  switch (choice.kind) {
    case 'conversation': {
      const { conversation } = choice
      return (
        <Someone tab={conversation.name} name={displayName(conversation)}>
          {detailsOf(conversation).map((words) => (
            <span key={words} className="max-w-full truncate not-first:before:content-['·_']">
              {words}
            </span>
          ))}
        </Someone>
      )
    }
    case 'patient': {
      const { name, phoneNumber } = choice.patient
      return (
        <Someone tab={name} name={name}>
          {displayPhone(phoneNumber)}
        </Someone>
      )
    }
    default: {
      const { title, keys, why, detail } = choice.doable
      const Icon = choice.kind === 'page' ? ArrowRight : Command
      return (
        <>
          <Icon aria-hidden size={16} strokeWidth={1.75} className="mx-0.5 shrink-0 text-muted" />
          <span className="min-w-0 flex-1 text-sm">
            {title}
            {(why ?? detail) !== undefined && <span className="block text-xs text-muted">{why ?? detail}</span>}
          </span>
          {keys[0] !== undefined && (
            <span aria-hidden className="pointer-coarse:hidden">
              <KeyCaps keys={keys[0]} />
            </span>
          )}
        </>
      )
    }
  }
}

function Someone({ tab, name, children }: { tab: string; name: string; children: ReactNode }) {
  return (
    <>
      <ChartTab name={tab} size="xs" />
      <span className="min-w-0 flex-1 text-sm">
        <bdi className="block wrap-anywhere">{name}</bdi>
        <span className="num flex flex-wrap gap-x-1 text-xs text-muted">{children}</span>
      </span>
    </>
  )
}
