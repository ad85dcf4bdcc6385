/**
 * The larger container ports of the world, about 300, by country. Source of the codes: UN/LOCODE, UN/CEFACT Recommendation
 * 16. Per line: country code, country, and each port with the last three letters of its code.
 */
const list = `
AE:United Arab Emirates:JEA Jebel Ali,AUH Abu Dhabi,SHJ Sharjah,DXB Dubai,KLF Khor Fakkan
AO:Angola:LAD Luanda
AR:Argentina:BUE Buenos Aires
AU:Australia:SYD Sydney,MEL Melbourne,BNE Brisbane,FRE Fremantle,ADL Adelaide
BD:Bangladesh:CGP Chittagong,MGL Mongla
BE:Belgium:ANR Antwerp,ZEE Zeebrugge
BG:Bulgaria:VAR Varna
BH:Bahrain:KBS Khalifa Bin Salman
BR:Brazil:SSZ Santos,RIO Rio de Janeiro,PNG Paranagua,ITJ Itajai,NVT Navegantes,RIG Rio Grande,SSA Salvador,SUA Suape,IOA Itapoa
BS:Bahamas:FPO Freeport
CA:Canada:VAN Vancouver,MTR Montreal,HAL Halifax,PRR Prince Rupert
CI:Cote d'Ivoire:ABJ Abidjan
CL:Chile:SAI San Antonio,VAP Valparaiso
CM:Cameroon:DLA Douala,KBI Kribi
CN:China:SHA Shanghai,NGB Ningbo,SZX Shenzhen,YTN Yantian,SHK Shekou,CWN Chiwan,TAO Qingdao,TXG Tianjin Xingang,TSN Tianjin,XMN Xiamen,DLC Dalian,CAN Guangzhou,NSA Nansha,LYG Lianyungang,FOC Fuzhou,YIK Yingkou,ZUH Zhuhai,ZSN Zhongshan,RZH Rizhao,YNT Yantai,QZH Qinzhou,HAK Haikou,TAG Taicang,NKG Nanjing,WNZ Wenzhou,ZJG Zhangjiagang,WUH Wuhan,CKG Chongqing
CO:Colombia:CTG Cartagena,BUN Buenaventura
CR:Costa Rica:LIO Puerto Limon,MOB Moin
CU:Cuba:MAR Mariel
CY:Cyprus:LMS Limassol
DE:Germany:HAM Hamburg,BRV Bremerhaven,WVN Wilhelmshaven,BRE Bremen,DUI Duisburg
DJ:Djibouti:JIB Djibouti
DK:Denmark:AAR Aarhus,CPH Copenhagen
DO:Dominican Republic:CAU Caucedo,HAI Rio Haina
DZ:Algeria:ALG Algiers,BJA Bejaia
EC:Ecuador:GYE Guayaquil,PSJ Posorja
EE:Estonia:TLL Tallinn
EG:Egypt:PSD Port Said,PSE Port Said East,DAM Damietta,ALY Alexandria,SOK Sokhna
ES:Spain:VLC Valencia,ALG Algeciras,BCN Barcelona,BIO Bilbao,LPA Las Palmas,VGO Vigo,MAD Madrid,AGP Malaga
FI:Finland:HEL Helsinki,KTK Kotka
FR:France:LEH Le Havre,FOS Fos-sur-Mer,MRS Marseille,DKK Dunkirk,NTE Nantes
GB:United Kingdom:FXT Felixstowe,SOU Southampton,LGP London Gateway,LIV Liverpool,TIL Tilbury,IMM Immingham,GRG Grangemouth,TEE Teesport
GE:Georgia:PTI Poti
GH:Ghana:TEM Tema,TKD Takoradi
GR:Greece:PIR Piraeus,SKG Thessaloniki
GT:Guatemala:STC Santo Tomas de Castilla,PRQ Puerto Quetzal
HK:Hong Kong:HKG Hong Kong
HN:Honduras:PCR Puerto Cortes
HR:Croatia:RJK Rijeka
ID:Indonesia:JKT Jakarta,TPP Tanjung Priok,SUB Surabaya,SRG Semarang,BLW Belawan
IE:Ireland:DUB Dublin,ORK Cork
IL:Israel:HFA Haifa,ASH Ashdod
IN:India:NSA Nhava Sheva,MUN Mundra,MAA Chennai,COK Cochin,CCU Kolkata,HZR Hazira,PAV Pipavav,TUT Tuticorin,VTZ Visakhapatnam,KAT Kattupalli,BOM Mumbai,ENR Ennore
IQ:Iraq:UQR Umm Qasr
IR:Iran:BND Bandar Abbas
IS:Iceland:REY Reykjavik
IT:Italy:GOA Genoa,SPE La Spezia,GIT Gioia Tauro,LIV Livorno,NAP Naples,SAL Salerno,TRS Trieste,VCE Venice,VDL Vado Ligure,RAN Ravenna,AOI Ancona
JM:Jamaica:KIN Kingston
JO:Jordan:AQJ Aqaba
JP:Japan:TYO Tokyo,YOK Yokohama,NGO Nagoya,OSA Osaka,UKB Kobe,HKT Hakata,SMZ Shimizu,MOJ Moji
KE:Kenya:MBA Mombasa
KH:Cambodia:KOS Sihanoukville,PNH Phnom Penh
KR:South Korea:PUS Busan,INC Incheon,KAN Gwangyang,USN Ulsan,PTK Pyeongtaek
KW:Kuwait:SWK Shuwaikh,SAA Shuaiba
LB:Lebanon:BEY Beirut
LK:Sri Lanka:CMB Colombo,HBA Hambantota
LT:Lithuania:KLJ Klaipeda
LV:Latvia:RIX Riga
LY:Libya:MRA Misrata
MA:Morocco:PTM Tanger Med,CAS Casablanca,AGA Agadir
MM:Myanmar:RGN Yangon
MT:Malta:MAR Marsaxlokk
MU:Mauritius:PLU Port Louis
MX:Mexico:ZLO Manzanillo,VER Veracruz,LZC Lazaro Cardenas,ATM Altamira,ESE Ensenada
MY:Malaysia:PKG Port Klang,TPP Tanjung Pelepas,PEN Penang,PGU Pasir Gudang
MZ:Mozambique:MPM Maputo,BEW Beira
NA:Namibia:WVB Walvis Bay
NG:Nigeria:LOS Lagos,APP Apapa,TIN Tincan Island,ONN Onne,LKK Lekki
NL:Netherlands:RTM Rotterdam,AMS Amsterdam,MOE Moerdijk,VLI Vlissingen
NO:Norway:OSL Oslo,BGO Bergen
NZ:New Zealand:AKL Auckland,TRG Tauranga,LYT Lyttelton
OM:Oman:SLL Salalah,SOH Sohar
PA:Panama:BLB Balboa,MIT Manzanillo,ONX Colon,CTB Cristobal
PE:Peru:CLL Callao
PH:Philippines:MNL Manila,CEB Cebu,SFS Subic Bay,DVO Davao
PK:Pakistan:KHI Karachi,BQM Port Qasim
PL:Poland:GDN Gdansk,GDY Gdynia
PR:Puerto Rico:SJU San Juan
PT:Portugal:SIE Sines,LIS Lisbon,LEI Leixoes
QA:Qatar:HMD Hamad
RO:Romania:CND Constanta
RU:Russia:LED Saint Petersburg,VVO Vladivostok,NVS Novorossiysk
SA:Saudi Arabia:JED Jeddah,DMM Dammam,KAC King Abdullah Port
SD:Sudan:PZU Port Sudan
SE:Sweden:GOT Gothenburg,HEL Helsingborg,STO Stockholm
SG:Singapore:SIN Singapore
SI:Slovenia:KOP Koper
SN:Senegal:DKR Dakar
SY:Syria:LTK Latakia
TG:Togo:LFW Lome
TH:Thailand:LCH Laem Chabang,BKK Bangkok
TN:Tunisia:RDS Rades
TR:Turkey:AMR Ambarli,MER Mersin,IZM Izmir,ALI Aliaga,GEM Gemlik,IST Istanbul,ISK Iskenderun,TEK Tekirdag
TT:Trinidad and Tobago:POS Port of Spain
TW:Taiwan:KHH Kaohsiung,KEL Keelung,TXG Taichung,TPE Taipei
TZ:Tanzania:DAR Dar es Salaam
UA:Ukraine:ODS Odesa
US:United States:LAX Los Angeles,LGB Long Beach,NYC New York,EWR Newark,SAV Savannah,HOU Houston,ORF Norfolk,CHS Charleston,OAK Oakland,SEA Seattle,TIW Tacoma,BAL Baltimore,MIA Miami,PEF Port Everglades,JAX Jacksonville,MOB Mobile,MSY New Orleans,PHL Philadelphia,BOS Boston,ILM Wilmington
UY:Uruguay:MVD Montevideo
VN:Vietnam:SGN Ho Chi Minh City,CMT Cai Mep,HPH Haiphong,VUT Vung Tau,DAD Da Nang,CLI Cat Lai
YE:Yemen:ADE Aden
ZA:South Africa:DUR Durban,CPT Cape Town,ZBA Coega,PLZ Port Elizabeth
`;

export type Port = { code: string; name: string; country: string };

export const largePorts: readonly Port[] = list
  .trim()
  .split('\n')
  .flatMap((line) => {
    const [countryCode = '', country = '', names = ''] = line.split(':');
    return names.split(',').map((port) => ({ code: countryCode + port.slice(0, 3), name: port.slice(4), country }));
  });
