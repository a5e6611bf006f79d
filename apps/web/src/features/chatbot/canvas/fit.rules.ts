/** How all blocks fit between the bars of the canvas; never larger than they are drawn. */
export const FIT = { padding: { top: '64px', right: '32px', bottom: '112px', left: '24px' }, maxZoom: 1 } as const
