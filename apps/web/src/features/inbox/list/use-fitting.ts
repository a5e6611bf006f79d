import { useEffect, useRef } from 'react'
import { fitting } from './fitting.rules.ts'

/**
 * Measures how many of the probes fit into a row of tabs beside the tabs that are always there. A probe is as wide as the tab
 * that it stands for. `tabs` changes when other tabs or probes are there.
 */
export function useFitting(tabs: string, onFit: (many: number) => void) {
  const row = useRef<HTMLDivElement>(null)
  const probes = useRef<HTMLDivElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: other tabs are other elements
  useEffect(() => {
    const list = row.current?.querySelector<HTMLElement>('[role=tablist]')
    if (!list || !probes.current) return
    const shown = [...list.children] as HTMLElement[]
    const probed = [...probes.current.children] as HTMLElement[]
    const fixed = shown.filter(({ dataset }) => dataset.optional === undefined)
    const watcher = new ResizeObserver(() => {
      const gap = Number.parseFloat(getComputedStyle(list).columnGap) || 0
      const taken = fixed.reduce((sum, { offsetWidth }) => sum + offsetWidth + gap, -gap)
      const widths = probed.map(({ offsetWidth }) => offsetWidth)
      onFit(fitting(widths, { gap, room: list.clientWidth - taken }))
    })
    for (const one of [list, ...shown, ...probed]) watcher.observe(one)
    return () => watcher.disconnect()
  }, [tabs, onFit])

  return { row, probes }
}
