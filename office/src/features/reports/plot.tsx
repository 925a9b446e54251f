import { useEffect, useRef } from 'react'
import UPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'

interface ChartSeries {
  name: string
  values: readonly number[]
  /** Bars are filled, lines are dashed: both are told apart without colours. */
  as: 'bars' | 'line'
}

export interface ChartProps {
  /** What the chart shows. The table beside it has the same figures for screen readers. */
  name: string
  labels: readonly string[]
  series: readonly ChartSeries[]
  format: (value: number) => string
}

/** Draws series over labels with uPlot, as wide as its frame. */
export function Plot({ labels, series, format }: Omit<ChartProps, 'name'>) {
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { current } = frame
    if (!current) return
    const size = () => ({ width: current.clientWidth, height: current.clientHeight })
    const data = [labels.map((_, index) => index), ...series.map(({ values }) => [...values])]
    const draw = () => {
      const options = { ...optionsOf({ labels, series, format }, colorsOf(current)), ...size() }
      return new UPlot(options, data as UPlot.AlignedData, current)
    }
    let plot = draw()
    const redraw = () => {
      plot.destroy()
      plot = draw()
    }
    const observer = new ResizeObserver(() => plot.setSize(size()))
    observer.observe(current)
    // Paper has other colours and another width.
    const print = matchMedia('print')
    print.addEventListener('change', redraw)
    return () => {
      print.removeEventListener('change', redraw)
      observer.disconnect()
      plot.destroy()
    }
  }, [labels, series, format])
  return <div ref={frame} className="size-full" />
}

interface Colors {
  bars: string
  line: string
  muted: string
  rule: string
}

function colorsOf(element: Element): Colors {
  const style = getComputedStyle(element)
  const color = (name: string) => style.getPropertyValue(`--color-${name}`)
  return {
    bars: color('premium'),
    // In black and white it is seen on a bar too.
    line: color('ivory'),
    muted: color('ash'),
    rule: color('rule'),
  }
}

/** Pixels. Amounts of lakhs fit, such as ₹10,00,000. */
const AXIS_WIDTH = 92

/** All series count people, tickets or rupees: 1, 2, 5, 10, … */
const WHOLE_STEPS = Array.from({ length: 9 }, (_, power) =>
  [1, 2, 5].map((step) => step * 10 ** power),
).flat()

const FONT = '14px Figtree Variable, system-ui, sans-serif'

function optionsOf(
  { labels, series, format }: Omit<ChartProps, 'name'>,
  colors: Colors,
): Omit<UPlot.Options, 'width' | 'height'> {
  const axis = { stroke: colors.muted, font: FONT, grid: { stroke: colors.rule, width: 1 } }
  return {
    legend: { show: false },
    cursor: { show: false },
    padding: [12, 12, 0, 0],
    // Half a bar is free at both ends.
    scales: {
      x: { time: false, range: () => [-0.6, labels.length - 0.4] },
      y: { range: (_, min, max) => [Math.min(0, min), Math.max(1, max * 1.05)] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        space: 76,
        incrs: [1, 2, 5, 7, 10, 14, 28, 56, 91, 182],
        values: (_, splits) => splits.map((index) => labels[index] ?? ''),
      },
      { ...axis, size: AXIS_WIDTH, incrs: WHOLE_STEPS, values: (_, splits) => splits.map(format) },
    ],
    series: [{}, ...series.map((one) => seriesOf(one, colors))],
  }
}

const seriesOf = ({ name, as }: ChartSeries, { bars, line }: Colors): UPlot.Series =>
  as === 'bars'
    ? {
        label: name,
        fill: bars,
        width: 0,
        points: { show: false },
        ...(UPlot.paths.bars && { paths: UPlot.paths.bars({ size: [0.7, 64] }) }),
      }
    : {
        label: name,
        stroke: line,
        width: 2,
        dash: [6, 4],
        points: { show: true, size: 7, stroke: line, fill: line },
      }
