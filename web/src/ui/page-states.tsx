import {
  EmptyState as PlainEmptyState,
  ErrorState as PlainErrorState,
  type StateProps,
} from '@marquee/ui-kit/ui/states.tsx'
import { CornerFrame } from './corner-frame.tsx'
import { Ornament } from './ornament.tsx'

export const EmptyState = (props: Omit<StateProps, 'ornament'>) => (
  <PlainEmptyState {...props} ornament={<Ornament className="w-40" />} />
)

export const ErrorState = (props: Omit<StateProps, 'ornament'>) => (
  <PlainErrorState {...props} ornament={<CornerFrame />} />
)
