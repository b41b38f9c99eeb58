import type { Bike } from '#contract/bikes.ts';
import type { SpecRow } from '#src/ui/spec-list.tsx';
import { bikeNumbers } from '../numbers.ts';

type Row = { name: string; value: string | number | null; unit?: string };

function numberRow(bike: Bike, field: keyof typeof bikeNumbers): Row {
  const { label, unit, shown } = bikeNumbers[field];
  const kept = bike[field];
  return { name: label, value: kept && shown(kept), unit };
}

/** What is known of a bike, in the order of a spec sheet. */
export function specRowsOf(bike: Bike): SpecRow[] {
  const rows: Row[] = [
    { name: 'Category', value: bike.category },
    numberRow(bike, 'year'),
    { name: 'Drivetrain', value: bike.drivetrain },
    { name: 'Rear gear', value: bike.rearGear },
    { name: 'Frame material', value: bike.frameMaterial },
    { name: 'Wheel size', value: bike.wheelSize },
    numberRow(bike, 'tireWidthMm'),
    { name: 'Suspension', value: bike.suspension },
    { name: 'Brake', value: bike.brakeType },
    { name: 'Handlebar', value: bike.handlebarType },
    numberRow(bike, 'weightG'),
    { name: bike.colors.length > 1 ? 'Colors' : 'Color', value: bike.colors.join(', ') },
  ];
  return rows.filter((row): row is SpecRow & { value: string | number } => Boolean(row.value));
}
