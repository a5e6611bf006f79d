import { lazyPart } from '../../ui/lazy-part.tsx'

/** The table of the ribbon; its code is loaded when it is first shown. */
export const DeferredRibbonTable = lazyPart(async () => (await import('./ribbon-table.tsx')).RibbonTable)
