// Parts besides the gears, with the years in which they were usual.
import type { brakeTypes, Category } from '#contract/bike-options.ts';
import type { ComponentSlot } from '#contract/components.ts';

type Kind =
  | 'road'
  | 'gravel'
  | 'trail'
  | 'gravity'
  | 'bmx'
  | 'fat'
  | 'track'
  | 'touring'
  | 'town'
  | 'tri'
  | 'low'
  | 'arms';

const kinds: Record<Category, Kind> = {
  City: 'town',
  Commuter: 'town',
  'Cross Country': 'trail',
  Cyclocross: 'gravel',
  Downhill: 'gravity',
  Enduro: 'gravity',
  'Fat Tire': 'fat',
  Freeride: 'gravity',
  Gravel: 'gravel',
  Handbike: 'arms',
  Hybrid: 'town',
  Messenger: 'track',
  Recumbent: 'low',
  Road: 'road',
  Touring: 'touring',
  Track: 'track',
  Triathlon: 'tri',
};

/** Returns the usual parts of a bike of this category with these bars. */
export const kindOf = (category: Category, bars: string): Kind =>
  category === 'Freeride' && bars === 'BMX' ? 'bmx' : kinds[category];

/** A part: the years of bikes that it suits, then its name. */
type Dated = `${number}-${number} ${string}`;
/** A tire: its years, its narrowest and widest width in millimeters, its name. */
type Tire = `${number}-${number} ${number}-${number} ${string}`;
type PartsBySlot = Partial<Record<ComponentSlot, readonly Dated[]>>;

const classicStem = ['1900-1989 Cinelli 1A', '1900-1997 Nitto Pearl', '1900-1997 SR Custom'] as const;

export const partsByKind: Record<Kind, PartsBySlot> = {
  road: {
    Wheelset: [
      '1900-1982 Mavic Monthléry on Campagnolo hubs',
      '1900-1982 Rigida 13/20 on Normandy hubs',
      '1983-1996 Mavic MA2 on Campagnolo hubs',
      '1983-1996 Mavic Open 4 CD on Shimano 600 hubs',
      '1997-2014 Mavic Open Pro on Chorus hubs',
      '2004-2017 Campagnolo Zonda',
      '2008-2020 Fulcrum Racing 3',
      '2012-2020 HED Belgium on Chris King R45',
      '2018-2030 Zipp 303 Firecrest',
      '2018-2030 DT Swiss ARC 1400 Dicut 50',
      '2019-2030 Hunt 44 Aerodynamicist',
    ],
    Handlebar: [
      '1900-1997 Cinelli 64 Giro d’Italia, 42 cm',
      '1900-1985 Philippe Professionnel, 40 cm',
      '1998-2012 Deda Newton, 42 cm',
      '2005-2017 Ritchey WCS Logic II, 42 cm',
      '2010-2030 3T Ergonova, 42 cm',
      '2014-2030 Zipp Service Course SL, 42 cm',
    ],
    Stem: [
      ...classicStem,
      '1998-2010 Deda Newton, 110 mm',
      '2005-2030 Ritchey WCS 4-Axis, 110 mm',
      '2014-2030 Zipp Service Course SL, 100 mm',
    ],
    'Grips / Tape': [
      '1900-1985 Cotton, shellacked',
      '1986-2012 Cinelli cork',
      '2010-2030 Fizik Microtex',
      '2013-2030 Lizard Skins DSP, 2.5 mm',
      '2014-2030 Supacaz Super Sticky Kush',
    ],
    Saddle: [
      '1900-1985 Brooks Professional',
      '1975-1990 Selle San Marco Concor',
      '1980-1992 Selle Italia Turbo',
      '1990-2008 Selle Italia Flite',
      '2004-2016 Fizik Arione',
      '2008-2018 Fizik Antares',
      '2016-2030 Specialized Power Expert',
      '2018-2030 Prologo Scratch M5',
    ],
    Seatpost: [
      '1900-1988 Campagnolo Record, 27.2 mm',
      '1986-1998 Campagnolo Chorus, 27.2 mm',
      '1996-2017 Thomson Elite, 27.2 mm',
      '2005-2017 Ritchey WCS, 27.2 mm',
      '2016-2030 The maker’s, carbon',
    ],
    Pedals: [
      '1900-1986 Campagnolo Record quill with Christophe clips',
      '1985-1997 Look PP75',
      '1996-2012 Look Keo Classic',
      '2009-2030 Speedplay Zero',
      '2012-2030 Shimano Ultegra, SPD-SL',
      '2014-2030 Time Xpresso',
    ],
    'Bottle cages': ['1900-2004 T.A., steel', '1995-2030 Elite Ciussi', '2012-2030 Arundel Mandible'],
  },
  gravel: {
    Wheelset: [
      '1990-2013 Mavic Open Pro on Ultegra hubs',
      '2012-2017 Stan’s NoTubes Grail',
      '2014-2030 Velocity Aileron on White Industries',
      '2018-2030 Hunt 4 Season Gravel',
      '2018-2030 DT Swiss GRC 1400 Spline',
    ],
    Handlebar: [
      '1990-2014 Ritchey Comp, 44 cm',
      '2014-2030 Salsa Cowbell, 44 cm',
      '2015-2030 Ritchey VentureMax, 46 cm',
      '2018-2030 Zipp Service Course 70 XPLR, 44 cm',
    ],
    Stem: ['1990-2014 Ritchey Comp, 100 mm', '2000-2030 Thomson X4, 90 mm', '2013-2030 Ritchey WCS C220, 90 mm'],
    'Grips / Tape': ['1990-2015 Cinelli cork', '2014-2030 Lizard Skins DSP, 3.2 mm', '2015-2030 Brooks Cambium rubber'],
    Saddle: [
      '1995-2015 WTB Rocket V',
      '2004-2016 Fizik Gobi',
      '2013-2030 Brooks C17 Cambium',
      '2017-2030 Ergon SR Allroad',
      '2017-2030 WTB SL8',
    ],
    Seatpost: ['1996-2030 Thomson Elite, 27.2 mm', '2008-2030 Ritchey WCS, 27.2 mm', '2017-2030 Redshift ShockStop'],
    Pedals: ['1997-2030 Shimano PD-M520', '2005-2030 Crankbrothers Eggbeater', '2003-2030 Time ATAC'],
    'Bottle cages': ['1995-2030 King Cage, stainless', '2010-2030 Elite Custom Race'],
  },
  trail: {
    Wheelset: [
      '1980-1991 Araya RM-20 on Deore XT hubs',
      '1992-1999 Mavic 217 on XT hubs',
      '2003-2012 Mavic CrossMax',
      '2013-2030 Stan’s Crest on Hope Pro hubs',
      '2018-2030 DT Swiss XM 1501',
    ],
    Handlebar: [
      '1980-1989 Ritchey Bullmoose',
      '1989-1999 Answer Hyperlite, 580 mm',
      '2000-2012 Easton MonkeyLite, 660 mm',
      '2014-2030 Race Face Next, 760 mm',
      '2015-2030 Ritchey WCS Trail, 740 mm',
    ],
    Stem: ['1980-1996 Ritchey Logic', '1992-2002 Control Tech, 130 mm', '2000-2030 Thomson X4, 60 mm'],
    'Grips / Tape': ['1980-2000 Grab On foam', '1990-2012 Oury', '2010-2030 ESI Chunky', '2012-2030 Ergon GE1'],
    Saddle: [
      '1980-1992 Avocet Touring',
      '1990-2006 Selle Italia Flite',
      '2004-2030 WTB Silverado',
      '2014-2030 Ergon SM Comp',
    ],
    Seatpost: ['1980-1995 SR MTE-100', '1993-2014 Thomson Elite', '2016-2030 Fox Transfer'],
    Pedals: [
      '1980-1991 Suntour XC-II with clips',
      '1991-1999 Shimano PD-M737',
      '2000-2014 Crankbrothers Candy',
      '2008-2030 Shimano Deore XT, SPD',
      '2015-2030 Time ATAC',
    ],
  },
  gravity: {
    Wheelset: [
      '1996-2009 Mavic D321 on Hügi hubs',
      '2000-2009 Sun Double Wide on Hadley hubs',
      '2008-2016 Mavic Deemax',
      '2012-2030 Spank Spike on Hope Pro hubs',
      '2017-2030 DT Swiss EX 1700',
      '2018-2030 Newmen Evolution SL',
    ],
    Handlebar: [
      '1996-2009 Azonic Double Wall',
      '2008-2014 Easton Havoc, 750 mm',
      '2012-2030 Renthal Fatbar, 780 mm',
      '2014-2030 Deity Skyline, 787 mm',
      '2016-2030 OneUp Carbon, 800 mm',
    ],
    Stem: [
      '1996-2009 Azonic Shorty',
      '2000-2014 Thomson Elite X4, 50 mm',
      '2014-2030 Renthal Apex, 40 mm',
      '2016-2030 Burgtec Enduro, 42 mm',
    ],
    'Grips / Tape': [
      '1996-2012 ODI Rogue',
      '2008-2030 ODI Ruffian',
      '2015-2030 DMR Deathgrip',
      '2016-2030 Ergon GE1 Evo',
    ],
    Saddle: ['1996-2010 WTB Speed V', '2008-2030 SDG Bel-Air', '2014-2030 WTB Volt', '2012-2030 Chromag Overture'],
    Pedals: ['1996-2012 Wellgo MG-1', '2008-2030 Shimano Saint', '2012-2030 DMR Vault', '2015-2030 OneUp Composite'],
  },
  bmx: {
    Wheelset: ['1980-2030 Alex rims, 36 spokes', '2005-2030 Odyssey Hazard on cassette hubs'],
    Crankset: ['1980-2030 Three pieces of CroMoly, 175 mm'],
    'Chain / Belt': ['1980-2030 KMC Z510'],
    Stem: ['1980-2030 Top load, 48 mm', '2005-2030 Odyssey Elementary'],
    'Grips / Tape': ['1980-2030 ODI Longneck', '2008-2030 Odyssey Keyboard'],
    Saddle: ['2005-2030 Pivotal, slim', '1980-2030 Railed, slim'],
    Pedals: ['1980-2030 Odyssey Twisted', '2005-2030 Plastic platforms'],
  },
  fat: {
    Wheelset: [
      '2010-2016 Surly Rolling Darryl on Salsa hubs',
      '2014-2030 Sun Ringlé Mulefüt 80 SL',
      '2016-2030 DT Swiss BR 2250',
    ],
    Handlebar: [
      '2010-2030 Jones H-Bar Loop, 710 mm',
      '2013-2030 Salsa Salt Flat, 750 mm',
      '2015-2030 Race Face Ride, 780 mm',
    ],
    Stem: ['2010-2030 Thomson X4, 70 mm', '2013-2030 Salsa Guide, 60 mm'],
    'Grips / Tape': ['2010-2030 ESI Extra Chunky', '2010-2030 Ergon GP1', '2013-2030 ODI Rogue, under pogies'],
    Saddle: ['2010-2030 WTB Volt', '2010-2030 Brooks B17', '2014-2030 Ergon SMC'],
    Seatpost: ['2010-2030 Thomson Elite', '2010-2030 The maker’s, aluminum'],
    Pedals: ['2012-2030 Race Face Chester', '2014-2030 Crankbrothers Stamp 2', '2010-2030 Shimano PD-MX80'],
    'Bottle cages': ['2012-2030 Salsa Anything Cage', '2010-2030 Wolf Tooth cage'],
  },
  track: {
    Crankset: [
      '1900-2015 Sugino 75',
      '2000-2030 Miche Primato Advanced',
      '2006-2016 SRAM Omnium',
      '1995-2030 Sugino RD2',
    ],
    Wheelset: [
      '1900-2030 Araya 16B on Suzue Pro Max',
      '2000-2030 Mavic Open Pro on Phil Wood',
      '2006-2030 Velocity Deep V on Formula hubs',
      '2012-2030 H Plus Son Archetype on Miche hubs',
    ],
    'Chain / Belt': ['1900-2030 Izumi Standard', '2000-2030 KMC Z510', '1995-2030 Wippermann 1G8'],
    Handlebar: ['1900-2030 Nitto B123, steel', '1990-2030 Nitto RB-021', '2005-2030 3T Scatto, 37 cm'],
    Stem: ['1900-2030 Nitto Jaguar', '2000-2030 Thomson X2, 110 mm', '1998-2030 Deda Zero, 110 mm'],
    'Grips / Tape': ['1900-2030 Toshi leather', '1986-2030 Cinelli cork', '1900-2030 Cotton'],
    Saddle: [
      '1900-2030 Kashimax Five Gold',
      '1982-2030 Selle San Marco Rolls',
      '2004-2030 Fizik Arione',
      '1990-2030 Selle Italia Flite',
    ],
    Seatpost: ['1900-2030 Nitto S65, 27.2 mm', '1996-2030 Thomson Elite, 27.2 mm'],
    Pedals: ['1900-2030 MKS Sylvan Track with straps', '1990-2030 MKS RX-1', '2005-2030 Look Keo'],
  },
  touring: {
    Wheelset: [
      '1900-1990 Weinmann A124 on Suzue hubs',
      '1985-1999 Mavic MA40 on Shimano 600 hubs',
      '1998-2015 Mavic A719, 36 spokes',
      '2003-2030 Rigida Sputnik, 36 spokes',
      '2008-2030 Velocity Dyad on a SON 28',
      '2014-2030 Ryde Andra 30, 36 spokes',
    ],
    Handlebar: ['1900-1997 Nitto B115, 42 cm', '1998-2030 Nitto Noodle, 46 cm', '2010-2030 Salsa Cowbell, 46 cm'],
    Stem: ['1900-2030 Nitto Technomic, 90 mm', '2000-2030 Thomson X4, 90 mm'],
    'Grips / Tape': ['1900-2030 Cotton with shellac', '2000-2030 Brooks leather', '1988-2030 Cinelli cork'],
    Saddle: [
      '1900-2030 Brooks B17',
      '1900-2030 Brooks Professional',
      '2007-2030 Berthoud Aspin',
      '2013-2030 Brooks C17 Cambium',
    ],
    Seatpost: ['1900-1995 SR Laprade', '1990-2030 Nitto S83', '1996-2030 Thomson Elite'],
    Pedals: ['1900-2030 MKS Sylvan Touring', '1985-2030 MKS Lambda', '2000-2030 Shimano PD-M324'],
    'Front rack': ['1990-2030 Tubus Tara', '1980-2030 Nitto M18', '2010-2030 Velo Orange Randonneur'],
    'Rear rack': ['1900-1996 Blackburn, aluminum', '1996-2030 Tubus Cargo', '2000-2030 Tubus Logo'],
    Bags: ['1900-2030 Carradice Nelson Longflap', '1992-2030 Ortlieb Back-Roller Classic', '2012-2030 Swift Zeitgeist'],
    Fenders: ['1985-2030 SKS Bluemels', '1900-2030 Honjo, hammered aluminum', '1900-1986 Bluemels, chromed'],
  },
  town: {
    Wheelset: [
      '1900-1988 Steel rims, 36 spokes',
      '1988-2012 Rigida Zac, 36 spokes',
      '2004-2030 Alex, double-wall',
      '2012-2030 Ryde Zac 19, 36 spokes',
    ],
    Handlebar: ['1900-1990 North Road, chromed', '1990-2030 The maker’s, aluminum'],
    Stem: ['1900-2000 Quill, chromed', '1998-2030 The maker’s, adjustable', '2005-2030 The maker’s, 90 mm'],
    'Grips / Tape': ['1900-1995 Rubber', '2004-2030 Ergon GP1', '1995-2030 Herrmans', '2003-2030 Brooks leather ring'],
    Saddle: ['1900-2030 Brooks B66', '1900-2030 Brooks B67', '1990-2030 Selle Royal Lookin', '2005-2030 Brooks Flyer'],
    Seatpost: ['1900-1990 Plain steel', '1990-2030 Kalloy, aluminum', '2000-2030 Suntour NCX'],
    Pedals: ['1900-1995 Union rubber block', '1995-2030 MKS Grip King', '1990-2030 Wellgo, aluminum'],
    Basket: ['1900-2030 Wicker, with leather straps', '1970-2030 Wald 137', '1995-2030 Basil Detroit'],
    'Rear rack': ['1900-1998 Pletscher', '1998-2030 Racktime Addit', '1998-2030 The maker’s'],
    Fenders: ['1900-2000 Steel, painted', '1990-2030 SKS Bluemels', '2008-2030 Curana C-Lite'],
    'Lights / Dynamo': [
      '1900-1990 Bottle dynamo and a bulb',
      '1990-2012 Busch & Müller Lumotec',
      '2010-2030 Busch & Müller Eyc',
      '2010-2030 Lezyne, charged at work',
    ],
  },
  tri: {
    Wheelset: [
      '1985-2000 Hed Jet',
      '1992-2008 Zipp 404, tubular',
      '2009-2030 Zipp 404 Firecrest',
      '2012-2030 HED Jet 6',
      '2016-2030 DT Swiss ARC 1100',
    ],
    Handlebar: [
      '1985-1999 Scott base bar',
      '1996-2010 Syntace Stratos',
      '2010-2030 Profile Design Aeria',
      '2018-2030 The maker’s, integrated',
    ],
    'Aero extensions': [
      '1987-1999 Scott DH',
      '1990-2006 Syntace C2',
      '2008-2030 Profile Design T3',
      '2016-2030 Zipp Vuka Race 110',
    ],
    Saddle: [
      '1985-2008 Selle Italia Flite',
      '2004-2014 Fizik Arione Tri',
      '2009-2030 ISM Adamo',
      '2015-2030 Fizik Mistica',
    ],
    Seatpost: ['1985-2030 The maker’s, aero'],
    Pedals: ['1985-1999 Look PP76', '1996-2030 Speedplay Zero', '2005-2030 Look Keo'],
    Computer: ['1985-2004 Avocet 40', '2006-2030 Garmin Edge'],
    'Bottle cages': ['1985-2005 Elite, aluminum', '2005-2030 XLAB, behind the saddle'],
  },
  low: {
    Crankset: ['1990-2030 Truvativ Elita', '1990-2030 Sugino XD', '2005-2030 FSA Metropolis'],
    Wheelset: ['1990-2030 Velocity Aeroheat', '1990-2030 Alex DA16', '2000-2030 Sun CR18'],
    'Chain / Belt': ['1990-2030 Three chains in one', '1998-2030 KMC, two and a half lengths'],
    Saddle: ['1990-2030 Mesh seat, 40 degrees', '2000-2030 Carbon shell with a Ventisit pad', '2005-2030 ErgoMesh'],
    Pedals: ['1990-2030 Shimano PD-M520', '1990-2030 Shimano PD-M324 with heel rests'],
    Other: ['1990-2030 Flag and mirror', '1990-2030 Neck rest', '2000-2030 Radical side bags'],
    Computer: ['1990-2012 Cateye Mity', '2005-2030 Sigma BC', '2010-2030 Garmin Edge'],
    'Bottle cages': ['1990-2030 Elite, on the boom', '1990-2030 Under the seat'],
  },
  arms: {
    Crankset: [
      '2000-2030 Hand cranks, 170 mm, parallel',
      '2000-2030 Hand cranks, 175 mm, wide',
      '2008-2030 Schmicking V-grips',
    ],
    Wheelset: ['2000-2030 Spinergy, 26 in', '2008-2030 Corima discs at the rear', '2000-2030 Alex rims, cambered'],
    Saddle: [
      '2000-2030 Reclined sling with a headrest',
      '2000-2030 Padded backrest',
      '2008-2030 Carbon shell with a pad',
    ],
    'Grips / Tape': ['2000-2030 Shaped grips, wrapped', '2000-2030 Cork on the cranks'],
    Other: ['2000-2030 Leg rests', '2000-2030 Flag on a pole', '2000-2030 Mirror on the frame'],
    Computer: ['2000-2030 Sigma BC', '2010-2030 Garmin Edge'],
    'Bottle cages': ['2000-2030 Hose and bladder', '2000-2030 Cage behind the seat'],
  },
};

export const tires: Record<Kind, readonly Tire[]> = {
  road: [
    '1900-1984 25-32 Michelin Elan',
    '1900-1990 22-28 Wolber Super Champion',
    '1985-2012 22-28 Continental Grand Prix',
    '1993-2030 22-25 Veloflex Master',
    '1998-2018 22-28 Continental Grand Prix 4000',
    '2017-2030 25-32 Continental Grand Prix 5000',
    '2016-2030 25-30 Vittoria Corsa',
    '1988-2013 26-32 Panaracer Pasela',
  ],
  gravel: [
    '1990-2030 30-35 Challenge Grifo',
    '2005-2030 32-38 Schwalbe X-One',
    '2014-2030 38-50 Panaracer GravelKing SK',
    '2015-2030 40-47 WTB Riddler',
    '2016-2030 42-57 Teravail Rutland',
    '2012-2030 42-50 Schwalbe G-One',
  ],
  trail: [
    '1980-1990 49-56 Specialized Ground Control',
    '1989-2000 49-54 Onza Porcupine',
    '1988-2000 49-54 Panaracer Smoke',
    '2003-2030 50-58 Continental Race King',
    '2012-2030 55-61 Maxxis Ikon',
    '2016-2030 58-71 Maxxis Rekon',
    '2013-2030 70-78 Surly Knard',
  ],
  gravity: [
    '1990-2006 49-62 Michelin DH 24',
    '1998-2012 56-66 Maxxis High Roller',
    '2002-2030 58-66 Maxxis Minion DHF',
    '2012-2030 58-66 Schwalbe Magic Mary',
    '2018-2030 61-66 Maxxis Assegai',
    '2008-2030 46-57 Maxxis DTH',
  ],
  bmx: ['1980-2030 46-60 Maxxis DTH', '2005-2030 46-60 Odyssey Path Pro'],
  fat: [
    '2010-2030 92-102 Surly Larry',
    '2012-2030 94-102 45NRTH Husker Dü',
    '2013-2030 98-125 Schwalbe Jumbo Jim',
    '2013-2030 114-125 Surly Bud',
    '2014-2030 98-120 45NRTH Dillinger, studded',
  ],
  track: [
    '1900-2030 20-25 Vittoria Pista',
    '1990-2030 22-25 Continental Sprinter',
    '2000-2030 23-28 Continental Gatorskin',
    '1990-2030 25-35 Panaracer Pasela',
    '2006-2030 28-38 WTB Thickslick',
  ],
  touring: [
    '1900-1990 27-32 Michelin 50',
    '1988-2000 32-42 Avocet Cross',
    '1985-2030 28-38 Panaracer Pasela',
    '1994-2030 32-50 Schwalbe Marathon',
    '2009-2030 40-57 Schwalbe Marathon Mondial',
    '2010-2030 40-50 Schwalbe Marathon Supreme',
    '2014-2030 45-57 WTB Horizon',
  ],
  town: [
    '1900-1995 32-44 Dunlop Roadster',
    '1994-2030 28-50 Schwalbe Marathon',
    '2004-2030 40-62 Schwalbe Big Apple',
    '1990-2030 30-42 Continental Contact',
    '2020-2030 47-62 Schwalbe Super Moto-X',
    '2020-2030 80-86 CST, with a puncture guard',
  ],
  tri: [
    '1985-2010 20-23 Continental Podium',
    '1990-2030 20-25 Vittoria Corsa',
    '2010-2030 22-28 Continental Grand Prix TT',
    '2018-2030 25-28 Continental Grand Prix 5000 TT',
  ],
  low: [
    '1995-2030 28-40 Schwalbe Durano',
    '2000-2030 32-40 Schwalbe Kojak',
    '1995-2030 37-50 Schwalbe Marathon Racer',
    '2000-2030 23-28 Continental Grand Prix',
  ],
  arms: [
    '2000-2030 23-28 Continental Grand Prix',
    '2004-2030 25-35 Schwalbe Kojak',
    '2008-2030 23-28 Schwalbe One',
    '2005-2030 50-60 Schwalbe Nobby Nic',
  ],
};

/** Brakes by their type. */
export const brakeSets: Partial<Record<(typeof brakeTypes)[number], Partial<Record<Kind | 'any', readonly Dated[]>>>> =
  {
    'Hydraulic Disc': {
      gravity: [
        '1998-2006 Hayes HFX',
        '2003-2012 Avid Code',
        '2009-2018 Shimano Saint',
        '2016-2030 SRAM Code R',
        '2018-2030 Magura MT7',
        '2018-2030 TRP DH-R Evo',
      ],
      trail: ['2000-2008 Avid Juicy', '2008-2030 Shimano Deore XT', '2014-2030 SRAM Level', '2014-2030 Magura MT4'],
      fat: ['2010-2030 Shimano Deore', '2014-2030 SRAM Level', '2014-2030 Tektro HD'],
      town: ['2005-2030 Shimano MT200', '2010-2030 Tektro HD-R', '2012-2030 Magura MT4'],
      touring: ['2005-2030 Shimano Deore', '2012-2030 Magura MT4', '2012-2030 TRP Hylex'],
      low: ['2000-2030 Shimano Deore', '2004-2030 Magura MT4'],
      arms: ['2000-2030 Magura MT4', '2005-2030 Shimano Deore'],
    },
    'Mechanical Disc': { any: ['1999-2030 Avid BB7', '2013-2030 TRP Spyre'] },
    'Rim: Cantilever': {
      any: [
        '1900-1992 Dia-Compe 960',
        '1986-2000 Shimano, low profile',
        '2002-2030 Tektro CR720',
        '1998-2030 Paul Touring',
      ],
    },
    'Rim: V-Brake': { any: ['1995-2030 Shimano Deore', '1996-2030 Avid Single Digit', '1998-2030 Tektro 855'] },
    'Rim: Center-Pull': { any: ['1900-1990 Weinmann Vainqueur 610', '1900-1990 Mafac Racer'] },
    'Rim: Hydraulic': { any: ['1990-2030 Magura HS33'] },
    'Rim: U-Brake': { any: ['1986-2030 Odyssey Evo'] },
    'Drum / Roller': { any: ['1995-2030 Shimano roller brakes'] },
    Coaster: { any: ['1900-2030 Coaster brake at the rear'] },
    Rod: { any: ['1900-1980 Rods and stirrups'] },
  };

const dated = /^(\d+)-(\d+) (.+)$/;
const tire = /^(\d+)-(\d+) (\d+)-(\d+) (.+)$/;

/** The parts that suit a bike of that year. */
export function fromYear(list: readonly Dated[], year: number): string[] {
  return list.flatMap((entry) => {
    const [, from = 0, to = 0, text = ''] = dated.exec(entry) ?? [];
    return Number(from) <= year && year <= Number(to) ? [text] : [];
  });
}

/** The tires of that year and width. */
export function tiresOf(list: readonly Tire[], year: number, millimeters: number): string[] {
  return list.flatMap((entry) => {
    const [, from, to, narrowest, widest, text = ''] = tire.exec(entry) ?? [];
    const suits = Number(from) <= year && year <= Number(to);
    return suits && Number(narrowest) <= millimeters && millimeters <= Number(widest) ? [text] : [];
  });
}
