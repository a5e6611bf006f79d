import { portLabel, titleOf } from '@foyer/contracts/chatbot/flow.rules.ts'
import { portsOf } from '@foyer/contracts/chatbot/ports.rules.ts'
import { Background, BackgroundVariant, MiniMap, ReactFlow, ReactFlowProvider } from '@xyflow/react'
import { Suspense } from 'react'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { BlockCard } from './block-node.tsx'
import '@xyflow/react/dist/base.css'
import { NODES_MAX } from '@foyer/contracts/chatbot/limits.rules.ts'
import { AddBar } from './add-bar.tsx'
import { EdgeLine } from './edge-line.tsx'
import { Problems } from './problems.tsx'
import { type CanvasProps, useCanvas } from './use-canvas.ts'
import { ZoomBar } from './zoom-bar.tsx'

/** The library of the combobox is loaded on the press. */
const PickBox = lazyPart(async () => (await import('./pick-box.tsx')).PickBox)

const NODE_TYPES = { block: BlockCard }
const EDGE_TYPES = { line: EdgeLine }
// The same objects at each drawing, because the canvas tells each new one to all its blocks and lines.
const PLAIN = { hideAttribution: true }
const MAP = { width: 112, height: 76 }

/** The flow as blocks and lines. The keyboard does all that the hand does. */
export function FlowCanvas(props: CanvasProps) {
  return (
    <ReactFlowProvider>
      <Canvas {...props} />
    </ReactFlowProvider>
  )
}

function Canvas(props: CanvasProps) {
  const canvas = useCanvas(props)
  const { flow, findings } = props
  const { connecting, drawn, hand, keys, said, root, bar } = canvas
  return (
    <section
      ref={root}
      aria-label={`Chatbot flow, ${flow.nodes.length} block${flow.nodes.length === 1 ? '' : 's'}`}
      className="@container relative min-h-0 min-w-0 flex-1 bg-canvas"
    >
      <p role="status" aria-label="Canvas" className="sr-only">
        {said}
      </p>
      <div data-flow-keys className="size-full" {...keys}>
        <ReactFlow
          {...{ nodes: drawn.nodes, edges: drawn.edges, nodeTypes: NODE_TYPES, edgeTypes: EDGE_TYPES }}
          {...hand}
          onNodesChange={drawn.onNodesChange}
          onEdgesChange={drawn.onEdgesChange}
          onlyRenderVisibleElements={drawn.isLarge}
          minZoom={0.2}
          maxZoom={2}
          panOnScroll
          zoomOnDoubleClick={false}
          nodesFocusable={false}
          edgesFocusable={false}
          disableKeyboardA11y
          deleteKeyCode={null}
          nodeDragThreshold={3}
          proOptions={PLAIN}
          className="[--xy-background-color:transparent] [--xy-connectionline-stroke-width:2.5] [--xy-connectionline-stroke:var(--ds-accent)] [--xy-selection-background-color:transparent] [--xy-selection-border:1px_dashed_var(--ds-accent)]"
        >
          <Background
            variant={BackgroundVariant.Dots}
            gap={20}
            size={1.5}
            className="[--xy-background-pattern-color:var(--ds-line-strong)]"
          />
          <MiniMap
            pannable
            zoomable
            ariaLabel="Map of the flow"
            style={MAP}
            nodeClassName="fill-line-strong!"
            className="m-3! overflow-hidden rounded-md border border-line-strong [--xy-minimap-background-color:var(--ds-surface)] [--xy-minimap-mask-background-color:color-mix(in_oklab,var(--ds-canvas)_70%,transparent)] @max-[46rem]:hidden"
          />
        </ReactFlow>
      </div>
      <Problems findings={findings} onOpen={canvas.openProblem} />
      <ZoomBar onTidy={canvas.tidy} />
      <Suspense fallback={null}>
        {connecting !== null && connecting.port === null && (
          <PickBox
            key="from"
            label="Connect from"
            picks={portsOf(connecting.node).map((id) => ({ id, label: portLabel(connecting.node, id) }))}
            onPick={canvas.pickPort}
            onClose={canvas.cancel}
          />
        )}
        {connecting !== null && connecting.port !== null && (
          <PickBox
            key="to"
            label="Connect to"
            picks={flow.nodes
              .filter(({ kind }) => kind !== 'start')
              .map((node) => ({ id: node.id, label: titleOf(node) }))}
            onPick={canvas.connectTo}
            onClose={canvas.cancel}
          />
        )}
      </Suspense>
      <AddBar
        ref={bar}
        disabledReason={flow.nodes.length >= NODES_MAX ? `A flow has ${NODES_MAX} blocks at most.` : undefined}
        onAdd={canvas.add}
        onLeave={canvas.backToBlock}
      />
    </section>
  )
}
