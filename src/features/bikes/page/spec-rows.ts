import type { Bike } from '#contract/bikes.ts';
import { kilograms } from '#src/ui/format.ts';
import type { SpecRow } from '#src/ui/spec-list.tsx';

/** What is known of a bike, in the order of a spec sheet. */
export function specRowsOf(bike: Bike): SpecRow[] {
  const rows: { name: string; value: string | number | null; unit?: string }[] = [
    { name: 'Category', value: bike.category },
    { name: 'Year', value: bike.year },
    { name: 'Drivetrain', value: bike.drivetrain },
    { name: 'Rear gear', value: bike.rearGear },
    { name: 'Frame material', value: bike.frameMaterial },
    { name: 'Wheel size', value: bike.wheelSize },
    { name: 'Tire width', value: bike.tireWidthMm, unit: 'mm' },
    { name: 'Suspension', value: bike.suspension },
    { name: 'Brake', value: bike.brakeType },
    { name: 'Handlebar', value: bike.handlebarType },
    { name: 'Weight', value: bike.weightG && kilograms(bike.weightG), unit: 'kg' },
    { name: bike.colors.length > 1 ? 'Colors' : 'Color', value: bike.colors.join(', ') },
  ];
  return rows.filter((row): row is SpecRow & { value: string | number } => Boolean(row.value));
}
