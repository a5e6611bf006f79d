import { useState } from 'react'
import { usePhone } from '../../../lib/use-phone.ts'
import type { Fold } from './editor-section.tsx'
import type { SectionName } from './sections.rules.ts'

interface FoldsOptions {
  /** Nothing of the campaign is chosen yet. */
  readonly isNew: boolean
  readonly wrong: ReadonlySet<SectionName>
  /** A launch was refused. */
  readonly isRefused: boolean
}

/** Phones show the sections folded. A refusal opens those that have a problem. */
export function useFolds({ isNew, wrong, isRefused }: FoldsOptions) {
  const isPhone = usePhone()
  const [open, setOpen] = useState<ReadonlySet<SectionName>>(new Set(isNew ? ['audience', 'message'] : ['message']))
  const [wasRefused, setWasRefused] = useState(isRefused)
  const openWrong = () => setOpen(new Set([...open, ...wrong]))
  if (wasRefused !== isRefused) {
    setWasRefused(isRefused)
    if (isRefused) openWrong()
  }
  function foldOf(name: SectionName, summary: string): Fold | undefined {
    if (!isPhone) return undefined
    const isOpen = open.has(name)
    const others = [...open].filter((one) => one !== name)
    return {
      ...{ isOpen, summary, isWrong: wrong.has(name) },
      onToggle: () => setOpen(new Set(isOpen ? others : [...others, name])),
    }
  }
  return { foldOf, openWrong }
}
